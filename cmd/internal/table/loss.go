package table

// Loss is what a damaged journal has cost.
type Loss uint8

// The losses.
const (
	LossNone   Loss = iota // nothing that anybody had been shown
	LossMended             // nothing, thanks to a copy
	LossPart               // the end of the present game
	LossAll                // no game could be read
	LossNewer              // what a newer version of the program wrote cannot be followed
)
