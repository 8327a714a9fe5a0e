package text

// EngineZh, DevicesZh and DevicePartsZh are for tests outside.
var (
	EngineZh      = engineZh
	DevicesZh     = devicesZh
	DevicePartsZh = devicePartsZh
)
