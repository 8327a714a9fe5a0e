package grblsim

import "math"

// word is a letter and its value: "G28.1", "X-1.5".
type word struct {
	letter byte
	value  float64
}

// parts returns the value's whole part and its hundredths, rounded: "G28.1" is
// 28 and 10. Whole parts that no command has become -1.
func (w word) parts() (whole, hundredths int) {
	t := math.Trunc(w.value)
	if math.Abs(t) > 1e6 || t < 0 {
		return -1, 0
	}
	return int(t), int(math.Round(100 * (w.value - t)))
}

// words splits a line, which has no blanks and is in capitals. It returns the
// words up to the first that cannot be read, and the error code of that one: 0 is
// well.
func words(line string) ([]word, int) {
	var list []word
	for line != "" {
		c := line[0]
		if c < 'A' || c > 'Z' {
			return list, errLetter
		}
		v, rest, ok := number(line[1:])
		if !ok {
			return list, errNumber
		}
		list, line = append(list, word{c, v}), rest
	}
	return list, 0
}

// digitsKept is how many digits of a number count; the rest only moves the
// decimal point.
const digitsKept = 8

// number reads a number as GRBL does: a sign, digits, a point; no exponent.
func number(text string) (v float64, rest string, ok bool) {
	i, negative := 0, false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	digits, kept, power, point := 0, 0, 0, false
	for ; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
			if kept < digitsKept {
				if v = 10*v + float64(c-'0'); v != 0 {
					kept++
				}
				if point {
					power--
				}
			} else if !point {
				power++
			}
			continue
		case c == '.' && !point:
			point = true
			continue
		}
		break
	}
	if digits == 0 {
		return 0, text, false
	}
	if power < 0 {
		v /= math.Pow10(-power)
	} else {
		v *= math.Pow10(power)
	}
	if negative {
		v = -v
	}
	return v, text[i:], true
}
