// Package home knows where this machine's ledger lives. It is the only part of
// the guard that asks the operating system, and it does not ask the caller's
// environment, because cron, a login shell and a service differ in it and each
// would keep a budget of its own:
//
//	where       $TALLYSTICK_HOME, else below the home directory that the system's
//	            user database has (never $HOME, never $XDG_STATE_HOME):
//	              Linux    ~/.local/state/tallystick
//	              macOS    ~/Library/Application Support/tallystick
//	              Windows  %LOCALAPPDATA%\tallystick of the user's profile
//	zone        what the system is set to (never $TZ, never $ZONEINFO)
//	who may     one user: folders 0700, files 0600; or one group, made so by
//	            tallystick init --group NAME: folders 2770, files 0660
//
//	<home>/tallystick.yaml    what a person wants
//	<home>/ledger/            day files
//	<home>/guards/            one life lock for each guard
//
// A home that somebody else could write, or a ledger that somebody else could
// read, is refused with a sentence.
package home
