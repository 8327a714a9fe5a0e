package devnode

import (
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
)

// Identity is a user and the groups it has.
type Identity struct {
	Name string
	UID  int
	GIDs []int
}

// May reports whether the mode of a file lets a user do what bits, those of one class as 4 for
// reading and 6 for writing too, stand for. Root may do everything, and so may anybody where the
// owner of a file is not known.
func (who Identity) May(info fs.FileInfo, bits fs.FileMode) bool {
	uid, gid, known := owner(info)
	switch {
	case who.UID == 0 || !known:
		return true
	case who.UID == uid:
		bits <<= 6
	case slices.Contains(who.GIDs, gid):
		bits <<= 3
	}
	return info.Mode().Perm()&bits == bits
}

// Service returns the user of that name as a service that runs as it would be,
// with every group that the system gives it; ok is false where there is none.
func Service(name string) (id Identity, ok bool) {
	u, err := user.Lookup(name)
	if err != nil {
		return Identity{}, false
	}
	id.Name = name
	if id.UID, err = strconv.Atoi(u.Uid); err != nil {
		return Identity{}, false
	}
	groups, err := u.GroupIds()
	if err != nil {
		groups = []string{u.Gid}
	}
	for _, g := range groups {
		if gid, err := strconv.Atoi(g); err == nil {
			id.GIDs = append(id.GIDs, gid)
		}
	}
	return id, true
}

// user returns whose rights count.
func (s System) user() Identity {
	if s.User != nil {
		return *s.User
	}
	id := Identity{Name: strconv.Itoa(os.Geteuid()), UID: os.Geteuid(), GIDs: []int{os.Getegid()}}
	if u, err := user.Current(); err == nil {
		id.Name = u.Username
	}
	if groups, err := os.Getgroups(); err == nil {
		id.GIDs = append(id.GIDs, groups...)
	}
	return id
}

// groupName returns a group's name, or its number where it has none.
func (s System) groupName(gid int) string {
	if f := s.group(gid); f != nil {
		return f[0]
	}
	return strconv.Itoa(gid)
}

// members returns the users that the system's list puts into a group.
func (s System) members(gid int) []string {
	if f := s.group(gid); f != nil {
		return strings.Split(f[3], ",")
	}
	return nil
}

// group returns a line of /etc/group as its four fields, nil if there is none
// for gid.
func (s System) group(gid int) []string {
	text, err := os.ReadFile(s.at("/etc/group"))
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) == 4 && f[2] == strconv.Itoa(gid) && !slices.Contains(f[:1], "") {
			return f
		}
	}
	return nil
}
