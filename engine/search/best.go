package search

// best moves the n greatest of the keys, no two of which are alike, to the front,
// the greatest first. It is C. A. R. Hoare's "Find" (1961), which leaves out of
// quicksort what is of no interest.
func best(keys []int64, n int) {
	lo, hi := 0, len(keys)-1
	for n <= hi && hi-lo > 8 {
		pivot := middle(keys[lo], keys[lo+(hi-lo)/2], keys[hi])
		i, j := lo, hi
		for i <= j {
			for keys[i] > pivot {
				i++
			}
			for keys[j] < pivot {
				j--
			}
			if i <= j {
				keys[i], keys[j] = keys[j], keys[i]
				i++
				j--
			}
		}
		// keys[lo..j] are not less than the pivot, keys[i..hi] not greater.
		if n <= j {
			hi = j
		} else if n >= i {
			lo = i
		} else {
			break
		}
	}
	if n <= hi && hi-lo <= 8 {
		sortDown(keys[lo : hi+1])
	}
	sortDown(keys[:min(n, len(keys))])
}

// middle is the one of three that is neither the greatest nor the least.
func middle(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }

// sortDown sorts by insertion.
func sortDown(keys []int64) {
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		j := i
		for ; j > 0 && keys[j-1] < k; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = k
	}
}
