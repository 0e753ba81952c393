package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/rpc"
)

type versionImage struct {
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "This program's version and the protocol it speaks",
		Args:  atMost(0),
		RunE: func(*cobra.Command, []string) error {
			v := versionImage{version, rpc.Version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			return u.show(v, func() {
				u.say("tallystick %s, protocol %d (%s, %s)", v.Version, v.Protocol, v.Go, v.Platform)
			})
		},
	}
}
