package main

// wireTill is the whole product: a Go client, a pipe, and a guard of its own in
// each process. A take is one granted reserve, as in the other tills; with
// record it is recorded as well, which is what a call costs in life.
type wireTill struct {
	c      *client
	record bool
}

func prepareWire(dir string) error {
	if err := writeHome(dir, "fsync", false); err != nil {
		return err
	}
	t, err := openWire(dir)
	if err != nil {
		return err
	}
	return t.close() // the ledger is there now, so the crowd does not race to make it
}

func openWire(dir string) (till, error) {
	c, err := startClient(dir)
	return &wireTill{c: c}, err
}

func openWirePair(dir string) (till, error) {
	c, err := startClient(dir)
	return &wireTill{c: c, record: true}, err
}

func (w *wireTill) take() error {
	if w.record {
		return w.c.pair("beat")
	}
	_, err := w.c.reserve("beat")
	return err
}

func (w *wireTill) close() error { return w.c.close() }
