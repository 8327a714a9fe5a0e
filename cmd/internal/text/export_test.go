package text

// Engine, Devices and Parts are for tests outside.
const (
	Engine  = engine
	Devices = devices
	Parts   = parts
)

// AddSection adds a section for a test.
func AddSection(s Section, formats map[string]string) { sections()[string(s)] = formats }
