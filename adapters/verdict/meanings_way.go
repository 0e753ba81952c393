package verdict

// wayMeanings is what is said about the way to the provider and back.
//
// The never_arrived ones say that nothing was sent: such a call costs nothing.
var wayMeanings = []meaning{
	{"certificate", `
		altname invalid
		cert * expired
		certificate * expired
		certificate detected
		certificate problem
		certificate verify failed
		err cert
		local issuer certificate
		path building failed
		self signed
		unable to verify * leaf/certificate
		unknown authority
		verify the first certificate`},
	{"proxy", `
		proxy authentication required
		proxy error
		tunnel connection failed
		tunneling socket`},
	{"never_arrived", `
		cannot connect
		connect * timeout/timed
		connect error
		connection refused
		could not connect
		couldn/can t connect/reach
		could not resolve
		dial tcp
		dns
		eai again
		econnrefused
		ehostunreach
		enetdown
		enetunreach
		enotfound
		err name not resolved
		failed to connect
		failed to establish
		failed to lookup address
		failed to resolve
		gaierror
		getaddrinfo
		name or service not known
		name resolution
		network is unreachable
		no route to host
		no such host
		nodename nor servname
		unable to connect
		unknown host
		win error 10060/10061/10065/11001`},
	{"no_host", `
		enotfound undefined/null/none
		undefined amazonaws/amazonaws~
		host undefined/null/none`}, // a host that somebody's configuration left out
	{"network", `
		enetreset
		bad record mac
		broken pipe
		closed idle connection
		closed network connection
		connection aborted
		connection attempts failed
		connection closed
		connection lost
		connection reset
		connection was closed
		connector error
		curl 6
		curl 7
		decryption failed
		econnaborted
		econnreset
		empty reply
		eof occurred
		epipe
		eproto
		err internet disconnected
		err network
		error sending request
		etimedout
		failed to fetch
		fetch failed
		goaway
		max retries exceeded with
		max retry error
		network * failed
		network connection was lost
		network error
		no internet
		other side closed
		proxy error
		remote end closed
		send failure
		server disconnected
		socket * closed
		socket connection
		socket disconnected
		socket error
		socket hang up
		software caused connection
		tls handshake
		transport connection
		und err socket
		win error 10053/10054
		without sending a response
		网络
		连接失败`},
	{"before_reply", `
		error sending request
		violation of protocol`},
	{"connection_class", `
		client os error
		connection error
		load failed
		protocol error
		read error
		ssl
		transport error
		write error`},
	{"request_timed_out", `
		configured timeout
		http client timeout
		request timed out
		request timeout`},
	{"timeout", `
		before the deadline
		deadline exceeded
		deadline expired
		esockettimedout
		exceed~ * time limit
		given deadline
		no response from
		no response received
		no response within
		time limit exceed~
		time out
		timed out
		timeout
		took too long
		waiting for * reply/response
		超时`},
	{"truncated", `
		stream was aborted/closed
		stream aborted
		stream read error
		before completion
		before message completed
		chunked encoding error
		client payload error
		connection * mid stream
		connection broken
		empty stream
		ended without
		eof while
		error decoding response body
		error in input stream
		error terminated
		finish reason * missing
		incomplete * read
		incomplete * segment
		incomplete chunked
		incomplete json
		incomplete message
		incomplete response
		iterating over * stream
		mid response
		missing finish reason
		no finish reason
		payload is not completed
		peer closed connection
		premature close
		premature end
		response ended prematurely
		stalled mid stream
		stream * ended
		stream * interrupted
		stream * terminated
		stream closed
		stream cut
		stream disconnected
		stream error exception
		stream error stream id
		stream was reset
		terminated before
		transfer closed
		unexpected end of
		unexpected eof
		unterminated string
		without * terminal`},
	{"stream_class", `
		error * stream
		stream/streaming error`},
	{"cancelled", `
		aborted by
		canceled/cancelled by
		cancelled error
		client closed request
		context canceled/cancelled
		interrupted by user
		keyboard interrupt
		operation was aborted
		request was aborted
		user aborted
		user cancelled/canceled
		user interrupt
		was cancelled/canceled`},
	{"abort_class", `
		abort error
		aborted`},

	// The names of gRPC's statuses where they stand for a status: "status": "UNAVAILABLE",
	// rpc error: code = Unavailable (grpc.io/docs/guides/status-codes).
	{"rpc_request", `
		status/code already exists
		status/code failed precondition
		status/code out of range
		status/code unimplemented`},
	{"rpc_exhausted", `
		status/code resource exhausted`},
	{"rpc_unavailable", `
		status/code unavailable`},
	{"rpc_internal", `
		status/code data loss
		status/code internal`},
	{"rpc_cancelled", `
		status/code cancelled/canceled`},
}
