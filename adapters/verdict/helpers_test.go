package verdict

import "time"

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
