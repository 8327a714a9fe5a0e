package five

// Options are how an engine searches. Matches measure what each is worth.
type Options struct {
	Tables   Tables    // what points are worth; the zero Tables: those of the rules
	Off      Technique // what is not used
	Leaf     int       // nodes of the solver for fours at a leaf
	Fours    int       // and for every stone looked ahead
	Threes   int       // nodes of the solver for threes for every stone looked ahead
	Answer   int       // depth that an answer to a three costs, in quarters of a stone's
	Wide     int       // moves tried in a quiet position
	PerDepth int       // and more for every stone looked ahead
	Above    int       // stones looked ahead at most where a quiet position above beta is left
	Futility int       // points a stone of depth that it has to lie above
	Razor    int       // points a stone of depth that a quiet position may lie below alpha; 0: any
	Window   int       // points that the root's score is first looked for about the last iteration's where time alone bounds; 0: any score
}

// DefaultOptions returns the options that the engine plays with.
func DefaultOptions() Options {
	return Options{Leaf: 60, Fours: 40, Threes: 40, Answer: 1, Wide: 8, PerDepth: 4, Above: 3, Futility: 120, Window: 30}
}

// Technique is a set of techniques of the search.
type Technique uint32

// The techniques.
const (
	Null     Technique = 1 << iota // a pass is tried first
	Reverse                        // positions far above beta are left
	Reduce                         // late moves are searched less deep
	Narrow                         // late moves are left out
	Forced                         // answers to fours cost no depth
	Root                           // late moves of the root too
	Internal                       // less depth where no move is known
)

// Uses reports whether the engine uses a technique.
func (o *Options) Uses(t Technique) bool { return o.Off&t == 0 }

// techniques are their names.
var techniques = map[string]Technique{
	"null": Null, "reverse": Reverse, "reduce": Reduce, "narrow": Narrow, "forced": Forced, "root": Root, "internal": Internal,
}

// ParseTechnique returns the technique of that name.
func ParseTechnique(name string) (Technique, bool) {
	t, ok := techniques[name]
	return t, ok
}
