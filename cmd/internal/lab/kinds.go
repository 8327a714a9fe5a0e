package lab

import "stonehand/cmd/internal/jobs"

// Kinds are the laboratory's jobs by their names.
var Kinds = map[string]jobs.Func{
	KindPair:    jobs.Of(playPair),
	KindOpinion: jobs.Of(doLook),
	KindProof:   jobs.Of(solve),
	KindBook:    jobs.Of(doBook),
	KindScores:  jobs.Of(playScored),
	KindEven:    jobs.Of(lookEven),
	KindOpening: jobs.Of(lookOnce),
	KindCounsel: jobs.Of(advise),
}
