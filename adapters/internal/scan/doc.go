// Package scan is what everybody who reads providers' bytes needs: escapes of JSON, the kinds
// of characters, the headers of a reply under plain names.
package scan
