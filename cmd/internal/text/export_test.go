package text

// EngineZh is for tests outside.
var EngineZh = engineZh
