package adapters

// wayMeanings is what is said about the way to the provider and back.
//
// The never_arrived ones say that nothing was sent: such a call costs nothing.
var wayMeanings = []meaning{
	{"certificate", `
		unable to verify * leaf/certificate
		self signed
		certificate verify failed
		certificate problem
		certificate * expired
		cert * expired
		local issuer certificate
		verify the first certificate
		certificate detected
		altname invalid
		unknown authority
		path building failed
		err cert`},
	{"proxy", `
		proxy error
		proxy authentication required
		tunnel connection failed
		tunneling socket`},
	{"never_arrived", `
		win error 10060/10061/10065/11001
		connect * timeout/timed
		enetdown
		gaierror
		could not resolve
		failed to lookup address
		econnrefused
		enotfound
		eai again
		ehostunreach
		enetunreach
		connection refused
		cannot connect
		could not connect
		unable to connect
		failed to connect
		failed to establish
		connect timeout
		connect error
		name resolution
		getaddrinfo
		nodename nor servname
		name or service not known
		no such host
		dial tcp
		could not resolve host
		failed to resolve
		network is unreachable
		no route to host
		ssl connect error
		dns
		unknown host
		err name not resolved
		failed to connect to all addresses`},
	{"network", `
		win error 10053/10054
		max retry error
		empty reply
		send failure
		transport connection
		software caused connection
		econnreset
		etimedout
		epipe
		connection reset
		connection aborted
		remote end closed
		socket hang up
		socket error
		und err socket
		other side closed
		fetch failed
		failed to fetch
		network error
		network * failed
		server disconnected
		eof occurred
		max retries exceeded with
		连接失败
		网络
		network connection was lost
		socket disconnected
		connection attempts failed
		connection closed
		connection lost
		broken pipe
		tls handshake
		proxy error
		goaway
		connector error
		no internet
		socket * closed
		connection was closed
		socket connection
		bad record mac
		decryption failed
		without sending a response
		curl 6
		curl 7
		err internet disconnected
		err network
		error sending request
		closed idle connection
		closed network connection
		econnaborted
		eproto`},
	{"before_reply", `
		error sending request
		violation of protocol`},
	{"connection_class", `
		connection error
		api connection error
		endpoint connection error
		load failed
		read error
		write error
		protocol error
		ssl error
		ssl
		transport error
		client os error`},
	{"request_timed_out", `
		configured timeout
		http client timeout
		request timed out
		request timeout`},
	{"timeout", `
		exceed~ * time limit
		time limit exceed~
		no response from
		waiting for * reply/response
		esockettimedout
		timed out
		timeout
		read/write/pool/gateway/body/stream/headers timeout
		deadline exceeded
		took too long
		超时
		deadline expired
		time out
		given deadline
		before the deadline
		no response within
		no response received
		idle timeout`},
	{"truncated", `
		mid response
		stalled mid stream
		transfer closed
		chunked encoding error
		client payload error
		peer closed connection
		incomplete * read
		incomplete chunked
		premature close
		premature end
		missing finish reason
		stream * ended
		stream ended
		stream closed
		stream * interrupted
		unexpected end of
		error terminated
		stream error exception
		stream disconnected
		connection broken
		response ended prematurely
		payload is not completed
		unexpected eof
		stream error stream id
		stream cut
		ended without
		without * terminal
		before completion
		iterating over * stream
		error in input stream
		stream was reset
		no finish reason
		empty stream
		finish reason * missing
		incomplete json
		incomplete * segment
		incomplete response
		unterminated string
		error decoding response body
		incomplete message
		before message completed
		stream terminated
		terminated before
		stream * terminated
		connection * mid stream
		eof while
		disconnected before completion`},
	{"stream_class", `
		stream/streaming error
		error * stream`},
	{"cancelled", `
		user aborted
		request was aborted
		aborted by
		was cancelled/canceled
		context canceled/cancelled
		operation was aborted
		cancelled error
		client closed request
		user interrupt
		keyboard interrupt
		interrupted by user
		canceled/cancelled by
		user cancelled/canceled`},
	{"abort_class", `
		abort error
		aborted`},

	// The names of gRPC's statuses where they stand for a status: "status": "UNAVAILABLE",
	// rpc error: code = Unavailable (grpc.io/docs/guides/status-codes).
	{"rpc_request", `
		status/code failed precondition
		status/code out of range
		status/code unimplemented
		status/code already exists`},
	{"rpc_exhausted", `
		status/code resource exhausted`},
	{"rpc_unavailable", `
		status/code unavailable`},
	{"rpc_internal", `
		status/code internal
		status/code data loss`},
	{"rpc_cancelled", `
		status/code cancelled/canceled`},
}
