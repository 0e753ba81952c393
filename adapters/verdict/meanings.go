package verdict

import "slices"

// meanings are the things providers say, in English and Chinese, as sentences or as codes
// (insufficient_balance, InsufficientBalance and "insufficient account balance" are one). A
// way of saying is general on purpose: it holds the words that decide, never a whole sentence.
// Syntax: see meaning.
var meanings = slices.Concat(moneyMeanings, limitMeanings, windowMeanings, requestMeanings, contentMeanings, keyMeanings,
	callerMeanings, modelMeanings, providerMeanings, wayMeanings)

// hints are weak signs, asked only when nothing is said in a known way.
var hints = slices.Concat(remedyMeanings, hintMeanings, moreHints)
