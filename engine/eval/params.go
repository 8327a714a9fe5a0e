package eval

// ShapeParams are the parameters of the shape evaluation, eq. 2 to 9.
type ShapeParams struct {
	// Mine and Theirs are the document's two tables, by shape.
	Mine, Theirs [Shapes]int32
	// Win is the score of a turn that makes three or more forced threats, or
	// six in a row.
	Win int32
	// Edge is taken off for every step that a stone stands nearer to the edge
	// than six in a row can reach.
	Edge int32
	// Open is added for every empty point within two steps of a stone, along
	// its eight rays.
	Open int32
	// Cramped is taken off when the turn's two stones share a line on which
	// they leave each other no room for six.
	Cramped int32
	// Imbalance is the ratio k of eq. 6 and 7 from which a stone counts as
	// serving one side only, in tenths: 25 is the document's 2.5.
	Imbalance int32
}

// DefaultShapes are the document's tables. It leaves the worth of my live two
// illegible; 1200 stands to my jump two (900) as the opponent's live two (600)
// stands to his jump two (450), and lies between jump two and sleeping three as
// it must. The document gives no numbers for the extras (paragraph 25): those
// here are small beside a live two, so that they decide between equals only.
var DefaultShapes = ShapeParams{
	Mine: [Shapes]int32{
		SleepingOne: 20, Single: 30,
		SleepingTwo: 510, JumpTwo: 900, LiveTwo: 1200,
		SleepingThree: 1400, HazyThree: 2800, LiveThree: 3000,
		SleepingFour: 7000, LiveFour: 12000,
		SleepingFive: 500, LiveFive: 1000,
		Six: 100000,
	},
	Theirs: [Shapes]int32{
		SleepingOne: 10, Single: 20,
		SleepingTwo: 200, JumpTwo: 450, LiveTwo: 600,
		SleepingThree: 1300, HazyThree: 2100, LiveThree: 2400,
		SleepingFour: 5500, LiveFour: 9000,
		SleepingFive: 8000, LiveFive: 10000,
		Six: 300000,
	},
	Win:       1000000,
	Edge:      10,
	Open:      2,
	Cramped:   100,
	Imbalance: 25,
}
