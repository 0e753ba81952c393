package conformance

func victimHost() int { return 0 }
