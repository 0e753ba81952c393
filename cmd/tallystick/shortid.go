package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/guard"
)

// A reservation is a UUIDv7: its beginning is its time, its end is random. So
// the end is what a list shows, and what may be typed instead of the whole.
const (
	shortLen = 6
	fullLen  = 36
)

func shortID(id string) string { return id[max(len(id)-shortLen, 0):] }

// wholeID finds the reservation that ends in what was typed, among the calls
// that `recent` can show.
func wholeID(ctx context.Context, g *guard.Guard, typed string) (string, error) {
	if len(typed) >= fullLen {
		return typed, nil
	}
	if len(typed) < shortLen {
		return "", wrong("tallystick recent --json shows whole ids", "%q is too short for a reservation", typed)
	}
	lines, err := g.Recent(ctx, guard.RecentFilter{Tail: guard.MaxTail})
	if err != nil {
		return "", err
	}
	found := map[string]bool{}
	for _, l := range lines {
		if strings.HasSuffix(l.Reservation, typed) {
			found[l.Reservation] = true
		}
	}
	return only(found, typed)
}

func only(found map[string]bool, typed string) (string, error) {
	if len(found) == 0 {
		return "", &failure{exit: exitFailed, message: fmt.Sprintf("none of the newest %s calls ends in %q", number(guard.MaxTail), typed),
			hint: "give the whole reservation; the day files have every one"}
	}
	if len(found) > 1 {
		return "", &failure{exit: exitFailed, message: fmt.Sprintf("%d calls end in %q", len(found), typed),
			hint: "tallystick recent --json shows whole ids"}
	}
	for id := range found {
		return id, nil
	}
	return "", nil
}
