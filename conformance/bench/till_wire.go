package main

// wireTill is the whole product: a Go client, a pipe, a guard of its own in
// each process, reserve and record. A take is one granted reserve, recorded.
type wireTill struct{ c *client }

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
	return &wireTill{c}, err
}

func (w *wireTill) take() error { return w.c.pair("beat") }

func (w *wireTill) close() error { return w.c.close() }
