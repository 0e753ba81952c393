package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// amount is a flag for a number of calls or tokens as people write it:
// 500000, 500,000, 500_000, 500k, 1.5M.
type amount int64

func (a *amount) String() string { return strconv.FormatInt(int64(*a), 10) }

// Type is the word `--help` shows for the value.
func (a *amount) Type() string { return "N" }

// maxAmount keeps a slip of the finger from becoming "unlimited".
const maxAmount = 1e15

var amountUnits = map[byte]float64{'k': 1e3, 'K': 1e3, 'm': 1e6, 'M': 1e6, 'g': 1e9, 'G': 1e9}

// Set reads one amount.
func (a *amount) Set(s string) error {
	digits := strings.NewReplacer(",", "", "_", "").Replace(s)
	unit := 1.0
	if n := len(digits); n > 0 && amountUnits[digits[n-1]] > 0 {
		unit = amountUnits[digits[n-1]]
		digits = digits[:n-1]
	}
	f, err := strconv.ParseFloat(digits, 64)
	n := f * unit
	switch {
	case err != nil || math.IsNaN(n) || strings.ContainsAny(digits, "xXpPeEiI"):
		return fmt.Errorf("write a number such as 500000, 500k or 1.5M")
	case n < 0:
		return fmt.Errorf("it cannot be negative (0 is no ceiling; to forbid calls: tallystick pause)")
	case n > maxAmount:
		return fmt.Errorf("it cannot be more than 10^15")
	case n != math.Trunc(n):
		return fmt.Errorf("it must be a whole number")
	}
	*a = amount(n)
	return nil
}
