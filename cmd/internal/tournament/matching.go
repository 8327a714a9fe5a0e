package tournament

import "slices"

// matching pairs as many of n as it can, where may says who can be paired with whom: every
// number's partner, -1 for none. It looks for augmenting paths and shrinks odd cycles
// (J. Edmonds, "Paths, Trees, and Flowers", Canadian Journal of Mathematics 17, 1965).
func matching(n int, may func(a, b int) bool) []int {
	m := &matcher{n: n, may: may, partner: slices.Repeat([]int{-1}, n)}
	for i := range n {
		if m.partner[i] == -1 {
			m.augment(i)
		}
	}
	return m.partner
}

type matcher struct {
	n       int
	may     func(a, b int) bool
	partner []int
	parent  []int // the way back to the root, by every second step
	base    []int // of the shrunken cycle that a number is in
	reached []bool
	queue   []int
}

// augment makes one pair more, if there is a path from root that allows it.
func (m *matcher) augment(root int) {
	m.parent, m.base, m.reached = slices.Repeat([]int{-1}, m.n), make([]int, m.n), make([]bool, m.n)
	for i := range m.base {
		m.base[i] = i
	}
	m.reached[root], m.queue = true, []int{root}
	for len(m.queue) > 0 {
		a := m.queue[0]
		m.queue = m.queue[1:]
		for b := range m.n {
			if a == b || !m.may(a, b) || m.base[a] == m.base[b] || m.partner[a] == b {
				continue
			}
			switch {
			case b == root || m.partner[b] != -1 && m.parent[m.partner[b]] != -1:
				m.shrink(a, b)
			case m.parent[b] == -1:
				m.parent[b] = a
				if m.partner[b] == -1 {
					m.turn(b)
					return
				}
				m.reached[m.partner[b]] = true
				m.queue = append(m.queue, m.partner[b])
			}
		}
	}
}

// turn exchanges what is paired and what is not on the way from b to the root.
func (m *matcher) turn(b int) {
	for b != -1 {
		a := m.parent[b]
		next := m.partner[a]
		m.partner[a], m.partner[b] = b, a
		b = next
	}
}

// shrink makes one of the odd cycle that a and b close.
func (m *matcher) shrink(a, b int) {
	top := m.common(a, b)
	in := make([]bool, m.n)
	m.mark(a, top, b, in)
	m.mark(b, top, a, in)
	for i := range m.n {
		if in[m.base[i]] {
			m.base[i] = top
			if !m.reached[i] {
				m.reached[i] = true
				m.queue = append(m.queue, i)
			}
		}
	}
}

// mark notes the bases on the way from v to the top of a cycle, and the way round it.
func (m *matcher) mark(v, top, child int, in []bool) {
	for m.base[v] != top {
		in[m.base[v]], in[m.base[m.partner[v]]] = true, true
		m.parent[v] = child
		child = m.partner[v]
		v = m.parent[m.partner[v]]
	}
}

// common is the nearest base from which both were reached.
func (m *matcher) common(a, b int) int {
	seen := make([]bool, m.n)
	for {
		a = m.base[a]
		seen[a] = true
		if m.partner[a] == -1 {
			break
		}
		a = m.parent[m.partner[a]]
	}
	for b = m.base[b]; !seen[b]; b = m.base[m.parent[m.partner[b]]] {
	}
	return b
}
