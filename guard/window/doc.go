// Package window says which window of time an instant belongs to. It is pure:
// no clock, no files, no environment, only (instant, zone, week start).
//
//	time line   ──────┬───────────────┬───────────────┬─────────────►
//	day         11-28 │     11-29     │     11-30     │ 12-01
//	            [Start           End) [Start     End)
//
// Windows of one kind tile the time line: no gap, no overlap, and the End of
// one is the Start of the next. There is no reset job: whoever asks computes
// the window anew, and its name contains the period, so a clock that steps
// back finds the counts of that window as they were.
//
// Local time is not a line, so three rules make it one:
//
//   - A day begins at the first instant whose local date has reached it, and a
//     day that has begun does not un-begin. Midnight that does not exist (Beirut
//     and Cairo in spring) is the instant after the gap; where the clock
//     goes back over midnight (St. John's until 2011) the repeated evening
//     belongs to the day that had already begun. A date a zone skipped (Apia,
//     2011-12-30) has no window. Weeks and months are whole days.
//   - Hours and minutes are cut where the offset from UTC changes and carry the
//     offset in their name, so the doubled hour is two windows and Lord Howe's
//     half hour is a window of 30 minutes.
//   - A rolling window is elapsed time and knows no zone: see [Spec.Bucket].
package window
