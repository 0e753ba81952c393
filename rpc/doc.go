package rpc

//go:generate go run ./gen
