package text

import (
	"fmt"
	"io/fs"
	"slices"

	"stonehand/hw"
)

// made is an error that keeps what it was made of: the engine's [problem.Error], a device's
// [hw.Error], the wire's.
type made interface {
	error
	Made() (format string, args []any)
}

// because words what was said with a format, be it the engine's or a device's.
func because(format string, args []any) Words {
	if _, known := devicesZh[format]; !known {
		return engineZh.Of(format, args...)
	}
	args = slices.Clone(args)
	for i, a := range args {
		if s := fmt.Sprint(a); devicePartsZh[s] != "" {
			args[i] = devicePartsZh.Of(s)
		}
	}
	return devicesZh.Of(format, args...)
}

// several words each of a list.
type several hw.List

// In implements [Words].
func (s several) In(l Language) string {
	if l != Chinese {
		return hw.List(s).Error()
	}
	all := ""
	for i, err := range s {
		if i > 0 {
			all += "、"
		}
		all += Because(err).In(l)
	}
	return all
}

// reason words what the system says, in short, of something that failed; nil where that is
// none of the commonest.
func reason(err error) Words {
	file, named := err.(*fs.PathError)
	if named {
		err = file.Err
	}
	zh, known := reasonsZh[err.Error()]
	switch {
	case !known:
		return nil
	case named:
		return Each{English: file.Error(), Chinese: file.Path + "：" + zh}
	}
	return Each{English: err.Error(), Chinese: zh}
}

// reasonsZh are the system's, and those of the library that opens serial lines.
var reasonsZh = map[string]string{
	"permission denied":         "没有权限",
	"operation not permitted":   "不允许此操作",
	"no such file or directory": "没有该文件或目录",
	"file does not exist":       "文件不存在",
	"device or resource busy":   "设备忙",
	"input/output error":        "输入/输出错误",
	"no such device":            "没有该设备",
	"no such device or address": "没有该设备或地址",
	"connection timed out":      "超时",
	"i/o timeout":               "超时",
	"context deadline exceeded": "超时",
	"context canceled":          "已取消",
	"invalid argument":          "参数无效",
	"message too long":          "数据过长",
	"no space left on device":   "磁盘已满",
	"read-only file system":     "文件系统只读",
	"connection refused":        "连接被拒绝",
	"Permission denied":         "没有权限",
	"Serial port busy":          "串口忙",
	"Serial port not found":     "没有该串口",
	"Invalid serial port":       "不是串口",
	"Invalid port speed":        "波特率无效",
}

// devicesZh has in Chinese what devices say is wrong with them, by the formats of their
// [hw.Error]s.
var devicesZh = Formats{
	"%s: %w": "%s：%v",
	"%w: %w": "%v：%v",

	// Any device that the kernel has.
	"%s is not there":                                "没有 %s",
	"%s is not there; there is %s":                   "没有 %s；现有 %s",
	"%s is not there, though the kernel has the bus": "没有 %s，但内核已有该总线",
	"%s is a folder":                                 "%s 是文件夹",
	"%s cannot be examined: %w":                      "无法检查 %s：%v",
	"%s cannot be opened: %w":                        "无法打开 %s：%v",
	"%s belongs to root only":                        "%s 只属于 root",
	"%s belongs to group %s, and %s is not in it":    "%s 属于用户组 %s，而 %s 不在其中",
	"%s belongs to group %s; %s joined that group after this session began": "%s 属于用户组 %s；%s 是在本次登录之后才加入该组的",
	"this user is not allowed to see whether %s exists":                     "此用户无权查看 %s 是否存在",
	"use its name":                    "请改用它的名称",
	"give the name of a device in it": "请写其中某个设备的名称",
	"run sudo stonehand doctor":       "请运行 sudo stonehand doctor",
	"install the device rules (make install puts 60-stonehand.rules there), then: sudo udevadm control --reload && sudo udevadm trigger": "请安装设备规则（make install 会装上 60-stonehand.rules），然后运行 sudo udevadm control --reload && sudo udevadm trigger",
	"install the device rules (make install puts 60-stonehand.rules there), or use that name":                                            "请安装设备规则（make install 会装上 60-stonehand.rules），或改用那个名称",
	"log out and in again, or restart the service":                                                                                       "请重新登录，或重启服务",
	"run sudo usermod -aG %s %s, then log in again or restart the service":                                                               "请运行 sudo usermod -aG %s %s，然后重新登录或重启服务",
	"run echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf, and restart":                                                          "请运行 echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf，然后重启电脑",
	"this kernel shows no GPIO lines; use Raspberry Pi OS, or a kernel with GPIO_CDEV":                                                   "此内核没有 GPIO 线；请使用 Raspberry Pi OS，或带有 GPIO_CDEV 的内核",
	"%w; turn off the login shell on this line with raspi-config":                                                                        "%v；并用 raspi-config 关闭这条串口上的登录终端",
	"plug the board in; a charge-only cable does not work":                                                                               "请插上棋盘；只能充电的数据线不行",
	"plug it in; a charge-only cable does not work":                                                                                      "请插上设备；只能充电的数据线不行",
	"add %s to %s and restart":                                                 "请将 %s 加入 %s，然后重启电脑",
	"add spidev.bufsiz=%d to the only line of %s and restart":                  "请将 spidev.bufsiz=%d 加入 %s 的唯一一行，然后重启电脑",
	"one picture takes %d bytes, but a transfer holds only %d (spidev.bufsiz)": "一幅画面需要 %d 字节，而一次传输只能容纳 %d 字节（spidev.bufsiz）",
	"one picture takes %d bytes, and a transfer holds %d":                      "一幅画面需要 %d 字节，而一次传输只能容纳 %d 字节",
	"%q; that is no SPI port, write one like \"/dev/spidev0.0\"":               "%q 不是 SPI 端口，应写作 \"/dev/spidev0.0\" 这样",

	// Serial lines.
	"no serial line runs at %d baud; use 1 to %d":                                                                                                                "没有波特率为 %d 的串口；可用 1 到 %d",
	"no serial port was named; give a device such as /dev/ttyACM0, or a USB identity such as 2341:0042":                                                          "没有指定串口；请写设备名，如 /dev/ttyACM0，或 USB 标识，如 2341:0042",
	"%q is neither the path of a device nor a USB identity; those are VID:PID or VID:PID:SERIAL with four hexadecimal digits for VID and PID, such as 2341:0042": "%q 既不是设备路径，也不是 USB 标识；USB 标识写作 VID:PID 或 VID:PID:序列号，VID 和 PID 各为四位十六进制数，如 2341:0042",
	"there is no device at %s; is the %s plugged in? (%w)":                                                                                                       "%s 处没有设备；%s插好了吗？（%v）",
	"%s may not be opened by this user; add the user to the group that owns it, often dialout (%w)":                                                              "此用户无权打开 %s；请将用户加入它所属的用户组，通常是 dialout（%v）",
	"%s is in use by another program; end that program (%w)":                                                                                                     "%s 正被其他程序使用；请结束那个程序（%v）",
	"%s is not a serial port; name the device that the %s is plugged in at (%w)":                                                                                 "%s 不是串口；请写%s所在的设备（%v）",
	"%s cannot run at that baud rate; use 115200 (%w)":                                                                                                           "%s 不支持该波特率；请用 115200（%v）",
	"no USB device %s is plugged in; plug the %s in, or look its identity up with lsusb":                                                                         "没有插入 USB 设备 %s；请插上%s，或用 lsusb 查看它的标识",
	"%d USB devices are %s; add the serial number of the %s's: %s":                                                                                               "有 %d 个 USB 设备是 %s；请加上%s的序列号：%s",
	"the USB devices cannot be listed: %w":                                                                                                                       "无法列出 USB 设备：%v",
	"locked by another program":                                                                                                                                  "已被其他程序锁定",
	"it was hung up":                                                                                                                                             "连接已断开",

	// A board behind a microcontroller.
	"the line to the board is dead; is its cable in? (reading: %w)":                                                                                 "与棋盘的连接已断；数据线插好了吗？（读取：%v）",
	"the line to the board is dead; is its cable in? (writing: %w)":                                                                                 "与棋盘的连接已断；数据线插好了吗？（写入：%v）",
	"the line to the board takes no bytes for %v; unplug the board and plug it in again":                                                            "棋盘的串口已有 %v 不接收数据；请拔下棋盘再插上",
	"all that came for %v was spoilt; check the board's cable, and what runs beside it":                                                             "%v 内收到的全是错乱的数据；请检查棋盘的数据线，以及它旁边的线路",
	"the board has said nothing for %v; check its cable and its power":                                                                              "棋盘已有 %v 没有回应；请检查数据线和供电",
	"the board has not answered %v for %v; check its cable and its power":                                                                           "棋盘没有应答 %v，已过 %v；请检查数据线和供电",
	"nothing on the line has answered within %v; check the board's power, and that this is its port":                                                "%v 内没有设备应答；请检查棋盘的供电，以及端口是否正确",
	"what is on the line speaks something else: %d bytes came and no frame among them; check the baud rate, and that this is the board's port":      "串口上的设备不是本程序的棋盘：收到 %d 字节，没有一个有效数据帧；请检查波特率，以及端口是否正确",
	"the board has not said who it is within %v though %d frames came; switch it off and on":                                                        "棋盘在 %v 内没有表明身份，但收到了 %d 个数据帧；请关闭棋盘再打开",
	"the board has %d columns and %d rows, but the settings say %d and %d; change the settings or plug in that board":                               "棋盘为 %d 列 %d 行，而配置为 %d 列 %d 行；请修改配置，或换上相应的棋盘",
	"the board's sensor chain is broken (%d scans failed): check the wiring and the supply of its shift registers or multiplexers":                  "棋盘的传感器链路中断（%d 次扫描失败）：请检查移位寄存器或多路复用器的接线和供电",
	"the board speaks version %d of the protocol and this program version %d: the board's firmware is older than this program: update the firmware": "棋盘的协议版本为 %d，本程序为 %d：棋盘固件较旧，请更新固件",
	"the board speaks version %d of the protocol and this program version %d: the board's firmware is newer than this program: update this program": "棋盘的协议版本为 %d，本程序为 %d：棋盘固件较新，请更新本程序",
	"the board reports a fault: %v":                 "棋盘报告故障：%v",
	"the board refused %v: %v":                      "棋盘拒绝了 %v：%v",
	"its payload of %d bytes does not fit the type": "其 %d 字节的内容与类型不符",
	"it holds a value out of range (%d)":            "其中有超出范围的值（%d）",
	"the board speaks version %d of the protocol":   "棋盘的协议版本为 %d",
	"the picture it was to show did not arrive whole (the board's check is 0x%04X): send the picture again": "画面没有完整送达（棋盘的校验值为 0x%04X）：请重新发送",
	"this board has no such part":                    "此棋盘没有这个部件",
	"code %d, detail %d":                             "代码 %d，详情 %d",
	"another board answers on the line; greeting it": "串口上换了一个棋盘，正在重新连接",
	"the board cannot be sent %v: %w":                "无法向棋盘发送 %v：%v",
	"the link was ended: %w":                         "连接已结束：%v",

	// A board that is wired to the computer.
	"%s has not answered for %v; its bus hangs: switch the board off and on":                                   "%s 已有 %v 没有应答，总线卡住；请关闭棋盘再打开",
	"%s has not answered for a while; its bus hangs: switch the board off and on":                              "%s 已有一段时间没有应答，总线卡住；请关闭棋盘再打开",
	"%s hangs; one of its wires is held low or its pull-ups are missing: switch the board off and on (%w: %w)": "%s 卡住；有一条线被拉低，或缺少上拉电阻：请关闭棋盘再打开（%v：%v）",
	"stuck":                             "卡住",
	"the board was halted":              "棋盘已停用",
	"no input of the board can be read": "棋盘的输入都无法读取",
	"the multiplexer does not answer":   "多路复用器没有应答",
	"%w at %#02x: check its address, its supply, and the wires of %s (%w)": "%v，地址 %#02x：请检查它的地址、供电，以及 %s 的接线（%v）",
	"it has lost its settings":                            "它的设置已丢失",
	"its pins read differently each time":                 "它的引脚每次读数都不同",
	"%s is not an I2C bus; write it like /dev/i2c-1":      "%s 不是 I2C 总线；应写作 /dev/i2c-1 这样",
	"%s is not an SPI port; write it like /dev/spidev0.0": "%s 不是 SPI 端口；应写作 /dev/spidev0.0 这样",
	"there is no %s; switch %s on, on a Raspberry Pi with %s in /boot/firmware/config.txt, and restart the computer (%w)": "没有 %s；请启用 %s，在树莓派上将 %s 写入 /boot/firmware/config.txt，然后重启电脑（%v）",
	"%s may not be opened by this user; add the user to the group that owns it, often %s (%w)":                            "此用户无权打开 %s；请将用户加入它所属的用户组，通常是 %s（%v）",
	"%s cannot be used with %v at %v: %w":                                                                          "%s 不能用于 %v、%v：%v",
	"%s cannot be read; is the device still there? (%w)":                                                           "无法读取 %s；设备还在吗？（%v）",
	"the latch line of the chain: %w":                                                                              "传感器链的锁存线：%v",
	"the clock line of the chain: %w":                                                                              "传感器链的时钟线：%v",
	"the clock and latch lines of the chain: %w":                                                                   "传感器链的时钟线和锁存线：%v",
	"the data lines of the chain: %w":                                                                              "传感器链的数据线：%v",
	"a chain on GPIO lines has 1 to %d data lines, not %d":                                                         "GPIO 上的传感器链可有 1 到 %d 条数据线，不能是 %d 条",
	"%s has read nothing though it says so; check its driver":                                                      "%s 没有读到数据；请检查驱动程序",
	"data line %d of the chain on %s reads %s all along; check it and the supply of its chips":                     "传感器链的第%d条数据线（%s）读数始终为%s；请检查这条线及其芯片的供电",
	"the chain on %s reads %s all along; check its data wire, its supply, and the latch wire":                      "%s 上的传感器链读数始终为%s；请检查数据线、供电和锁存线",
	"the chain on %s reads %s from chip %d on; check the wires between chips %d and %d, and the supply of chip %d": "%s 上的传感器链读数为%s，从芯片 %d 开始；请检查芯片 %d 和 %d 之间的接线，以及芯片 %d 的供电",
	"%d of the %d check inputs of the chain on %s read wrong; check the clock wire, the number of chips, and how the check inputs are tied; a slower clock may help": "校验输入有 %d 个（共 %d 个）读数错误，位于 %s 的传感器链；请检查时钟线、芯片数和校验输入的接法；也可以降低时钟频率",
	"lines of the grid read differently each time; check the ground wire and the pull-ups of SDA and SCL":                                                            "网格的线路每次读数都不同；请检查地线，以及 SDA 和 SCL 的上拉电阻",
	"%w of the grid cannot be driven or is held low; look for a short circuit; its points are played without":                                                        "网格的%v无法驱动或被拉低；请检查是否短路；其上的点暂不使用",
	"rows %d and %d of the grid are joined, and stones there cannot be told from ghosts; a diode is missing or broken at one of their stones":                        "网格的第%d行和第%d行连在一起，无法分辨那里的棋子是真是假；其中某个棋子处缺少二极管或二极管损坏",
	"row %d":               "第%d行",
	"column %d":            "第%d列",
	"chip %d of the chain": "传感器链的芯片 %d",
	"the expander at %v":   "扩展芯片 %v",
	"%v on %s answers only when it is asked again; check its wires and the pull-ups of SDA and SCL":                                                               "%v（%s）要再问一次才应答；请检查接线，以及 SDA 和 SCL 的上拉电阻",
	"%v on %s loses its settings; check its supply and its reset wire; its points are played without meanwhile":                                                   "%v（%s）会丢失设置；请检查供电和复位线；其上的点暂不使用",
	"%v on %s does not answer; check its supply, its wires and its address; its points are played without until it does":                                          "%v（%s）没有应答；请检查供电、接线和地址；恢复之前，其上的点不使用",
	"%v reads as if stones lay on all of its %d places; check its supply and its ground; its points are played without until it reads better":                     "%v读数像是 %d 处全有棋子；请检查供电和地线；恢复之前，其上的点不使用",
	"the expanders on %s answer, and what they say is wrong; check the ground wire, the pull-ups of SDA and SCL, and the length of the cables":                    "%s 上的扩展芯片有应答，但数据错误；请检查地线、SDA 和 SCL 的上拉电阻，以及线的长度",
	"none of the %d expanders on %s answers; check the board's supply and the wires SDA and SCL":                                                                  "%d 个扩展芯片（%s）都没有应答；请检查棋盘的供电，以及 SDA 和 SCL 线",
	"%d stones vanished from the board at the same moment; if they still lie there, check the supply of the sensors":                                              "%d 枚棋子同时从棋盘上消失；如果它们还在，请检查传感器的供电",
	"some readings cannot be believed, and their points are late for it: %w":                                                                                      "部分读数不可信，相应的点会延迟：%v",
	"the readings of the board change all over from one to the next; check the ground wire, the supply, and that no cable is loose or longer than 30 cm":          "棋盘的读数每次都大幅变化；请检查地线和供电，并确认没有松动或超过 30 厘米的线",
	"every input reads as if a stone lay there; check the supply of the sensors, the data wire, and whether active should be the other level":                     "每个输入读数都像是有棋子；请检查传感器的供电和数据线，以及 active 是否应为另一种电平",
	"every input reads empty from one moment to the next; check the data wire and the supply of the sensors, and if both are good, put one stone down to show it": "所有输入突然都读作空；请检查数据线和传感器的供电，如果都正常，请放一枚棋子来确认",
	"many points show both colours at once; check the supply of the sensors and the order of the two planes":                                                      "许多点同时显示两种颜色；请检查传感器的供电，以及两个平面的顺序",

	// GPIO lines.
	"the GPIO chip %s": "GPIO 芯片 %s",
	"the GPIO line %s": "GPIO 线 %s",
	"%v is not there; plug in the chip that has it, or switch it on in the device tree (%w)":               "没有%v；请插上相应的芯片，或在设备树中启用（%v）",
	"%v may not be used by this user; add the user to the group that owns /dev/gpiochip*, often gpio (%w)": "%v：此用户无权使用；请将用户加入 /dev/gpiochip* 所属的用户组，通常是 gpio（%v）",
	"%v is in use by another program or by the kernel; gpioinfo tells by which (%w)":                       "%v正被其他程序或内核使用；gpioinfo 会列出是哪一个（%v）",
	"%v cannot be used as is wanted; it may lack the pull resistor or the edges that were asked for (%w)":  "%v不能按要求使用；可能没有所需的上下拉电阻或边沿检测（%v）",
	"%v is not a GPIO chip of a kernel from 5.10 on (%w)":                                                  "%v不是 5.10 及以上内核的 GPIO 芯片（%v）",
	"%v does not work (%w)":              "%v不能工作（%v）",
	"the GPIO line %s was not found: %w": "没有找到 GPIO 线 %s：%v",
	"the GPIO line %s was not found: this computer has no GPIO chip, /dev/gpiochip0":                   "没有找到 GPIO 线 %s：此电脑没有 GPIO 芯片 /dev/gpiochip0",
	"no GPIO line is called %s; gpioinfo lists the names, and gpiochip0:17 names a line by its number": "没有名为 %s 的 GPIO 线；gpioinfo 会列出名称，也可以写编号，如 gpiochip0:17",
	"%d GPIO lines cannot be asked for together; use 1 to %d":                                          "不能同时使用 %d 条 GPIO 线；可用 1 到 %d 条",
	"the GPIO lines %v and %v are of two chips; use lines of one":                                      "GPIO 线 %v 和 %v 属于两个芯片；请使用同一芯片的线",
	"GPIO lines are read through Linux's /dev/gpiochip; this system has none":                          "GPIO 线要通过 Linux 的 /dev/gpiochip 读取；此系统没有",

	// The voice.
	"nothing can be said: the program %s is not there; install it with: apt-get install %s":                                    "无法说话：没有程序 %s；请安装：apt-get install %s",
	"nothing can be said: the program %s is not there; check its path in the configuration":                                    "无法说话：没有程序 %s；请检查配置中的路径",
	"nothing can be said: the program %s may not be run by this user":                                                          "无法说话：此用户无权运行程序 %s",
	"nothing can be said: %s was not done after %v and has been ended; see whether the sound card is in use or gone: aplay -l": "无法说话：%s 在 %v 后仍未结束，已将其终止；请查看声卡是否被占用或已不在：aplay -l",
	"nothing can be said: %s does not work, because %s; %s":                                                                    "无法说话：%s 不能工作，因为%s；%s",
	"nothing can be said: %s failed (%w: %s)":                                                                                  "无法说话：%s 失败（%v：%s）",
	"nothing can be said: %s failed (%w)":                                                                                      "无法说话：%s 失败（%v）",

	// The arm: why it cannot be used.
	"the arm has not been reached yet": "尚未连上机械臂",
	"the arm is not in use":            "机械臂未启用",
	"the arm is not ready":             "机械臂尚未就绪",
	"the arm does not know where the board is; run \"stonehand arm calibrate\"":                                                            "机械臂不知道棋盘的位置；请运行 \"stonehand arm calibrate\"",
	"opening the arm's line was ended":                                                                                                     "连接机械臂的过程已中止",
	"the arm was told to stop":                                                                                                             "机械臂已收到停止命令",
	"the line to the arm is dead; is its cable in? (reading: %w)":                                                                          "与机械臂的连接已断；数据线插好了吗？（读取：%v）",
	"the line to the arm is dead; is its cable in? (writing: %w)":                                                                          "与机械臂的连接已断；数据线插好了吗？（写入：%v）",
	"the arm's line takes no bytes for %v; unplug the arm and plug it in again":                                                            "机械臂的串口已有 %v 不接收数据；请拔下机械臂再插上",
	"the arm's controller runs %s, which the arm does not speak; flash %s":                                                                 "机械臂的控制器运行的是 %s，本程序不支持；请刷入 %s",
	"the arm's controller answers %q, which is not how GRBL does; flash %s":                                                                "机械臂的控制器应答 %q，这不是 GRBL 的应答；请刷入 %s",
	"the arm's controller does not answer; it is silent: check its power and that it runs GRBL":                                            "机械臂的控制器没有应答：请检查供电，并确认它运行的是 GRBL",
	"the arm's controller does not answer; what comes is noise: check the baud rate and that it runs GRBL":                                 "机械臂的控制器没有应答，只收到杂乱数据：请检查波特率，并确认它运行的是 GRBL",
	"the arm's controller does not say how it stands; check its cable":                                                                     "机械臂的控制器没有报告状态；请检查数据线",
	"the stopped arm's controller says nothing; check its power and its cable":                                                             "机械臂已停止，控制器没有应答；请检查供电和数据线",
	"all three limit switches read as pressed; correct $5 (limit switches inverted), check their cables, or move the arm off them by hand": "三个限位开关都读作按下；请更正 $5（限位开关反相），检查接线，或用手将机械臂移开",
	"the controller runs GRBL %s, and the arm takes 1.1; flash %s":                                                                         "控制器运行的是 GRBL %s，而机械臂需要 1.1；请刷入 %s",
	"the controller told none of its settings; flash %w":                                                                                   "控制器没有报告任何设置；请刷入 %v",
	"the controller does not tell %w; flash %w, or clear its settings with $RST=$ and set all of them again":                               "控制器没有报告 %v；请刷入 %v，或用 $RST=$ 清除设置后全部重设",
	"the controller's settings are not safe: %w":                                                                                           "控制器的设置不安全：%v",
	"%w, and %s":                       "%v，%s",
	"%w; type %w in a serial terminal": "%v；请在串口终端中输入 %v",
	"%w; set %w, in its config.yaml where it is an item of that": "%v；请设置 %v，属于 config.yaml 的写在那里",
	"$%s (%s)":       "$%s（%s）",
	"$%s (%s) is %s": "$%s（%s）为 %s",
	"$%s=%s":         "$%s=%s",
	"$%s=a value %s": "$%s=（%s）",
	"%d more":        "另外 %d 项",
	"GRBL 1.1h":      "GRBL 1.1h",
	"the present %v": "最新的 %v",
	"the controller does not home its %s axis, so that it would not know where it is; type $44=4 and $45=3 in a serial terminal": "控制器不让 %s 轴回原点，就不知道它的位置；请在串口终端中输入 $44=4 和 $45=3",
	"%w is at %s %.1f mm, and the machine reaches %.1f to %.1f; correct the place in the configuration, or the travel ($%d)":     "%v位于 %s %.1f 毫米，而机器只能到达 %.1f 到 %.1f；请更正配置中的位置，或行程（$%d）",
	"the park position":              "停放位置",
	"the board's lower left corner":  "棋盘左下角",
	"the board's lower right corner": "棋盘右下角",
	"the board's upper left corner":  "棋盘左上角",
	"the board's upper right corner": "棋盘右上角",
	"the first stone of the %s tray": "%s棋子盒的第一枚棋子",
	"the last slot of the %s tray":   "%s棋子盒的最后一格",

	// The arm: why it stopped or did not do something.
	"%s; see that nobody is near the arm, and say that it may go on":                                                        "%s；请确认无人靠近机械臂，再允许它继续",
	"the arm's safety door is open; close it, and then say that the arm may go on":                                          "机械臂的安全门开着；请关好门，再允许机械臂继续",
	"the arm's safety door is open; close it and let the arm go on":                                                         "机械臂的安全门开着；请关好门，再让机械臂继续",
	"the arm's safety door was opened, which switches its gripper off":                                                      "机械臂的安全门被打开，夹爪因此断电",
	"the arm's emergency stop is pressed; release it when nobody is near, and then say that the arm may go on":              "机械臂的急停按钮已按下；无人靠近时请松开，再允许机械臂继续",
	"the arm's emergency stop is pressed (its controller reports Pn:%s); release it when nobody is near":                    "机械臂的急停按钮已按下（控制器报告 Pn:%s）；无人靠近时请松开",
	"the arm is being held at its controller; let it go on (~)":                                                             "机械臂在控制器上被暂停；请让它继续（~）",
	"the arm was held at its controller (feed hold)":                                                                        "机械臂在控制器上被暂停（feed hold）",
	"the arm was held for too long and has given up":                                                                        "机械臂被暂停太久，已放弃",
	"the arm was held for so long that its motors may have lost their supply meanwhile; it has to home again":               "机械臂被暂停太久，其间电机可能断过电；须重新回原点",
	"the arm's controller has said nothing for %v; check its cable and its power":                                           "机械臂的控制器已有 %v 没有应答；请检查数据线和供电",
	"the arm's controller has said nothing for %v in the middle of a job; check its cable and its power":                    "机械臂的控制器在工作中已有 %v 没有应答；请检查数据线和供电",
	"the arm's controller has said nothing for %v in the middle of a motion; check its cable and its power":                 "机械臂的控制器在移动中已有 %v 没有应答；请检查数据线和供电",
	"the arm's controller did not do within %v what it was told; see that nothing is in its way":                            "机械臂的控制器在 %v 内没有完成动作；请确认没有东西挡住它",
	"the arm's controller restarted, and this program did not ask for it: an emergency stop, its reset button or its power": "机械臂的控制器自行重启：可能是急停、复位按钮或供电的原因",
	"the arm's controller no longer knows where it is; was it reset?":                                                       "机械臂的控制器不再知道自己的位置；它被复位过吗？",
	"the arm's controller is in alarm":                                                                                      "机械臂的控制器处于报警状态",
	"the arm's controller stands still and has not answered %q; is its line disturbed?":                                     "机械臂的控制器静止，且没有应答 %q；线路受到干扰了吗？",
	"the arm's controller raised %w":                                                                                        "机械臂的控制器发出%v",
	"the arm's controller refused %q with %w":                                                                               "机械臂的控制器拒绝了 %q：%v",
	"the arm's controller refused to home with %w":                                                                          "机械臂的控制器拒绝回原点：%v",
	"alarm %d: %s":                         "报警 %d：%s",
	"alarm %d, which %s does not document": "报警 %d，%s 的文档中没有说明",
	"error %d: %s":                         "错误 %d：%s",
	"error %d, which %s does not document": "错误 %d，%s 的文档中没有说明",
	"homing was broken off, because something moved on the board":                                                 "棋盘上有东西在动，回原点已中断",
	"homing has left the arm at %s %.2f, where the controller's settings have it at %.2f; see that all axes home": "回原点后机械臂位于 %s %.2f，而按控制器的设置应为 %.2f；请确认各轴都能回原点",
	"a limit switch is still pressed after homing (Pn:%s); raise the pull-off ($27), or check the switch and $5":  "回原点后仍有限位开关被按下（Pn:%s）；请增大回退距离（$27），或检查开关和 $5",
	"the arm's position is not known":                                       "机械臂的位置未知",
	"the arm's position is not known; home it first":                        "机械臂的位置未知；请先回原点",
	"the arm stands at %.2f mm, and was left at %.2f; it has to home again": "机械臂位于 %.2f 毫米，而此前停在 %.2f；须重新回原点",
	"the arm stands at %.2f mm, and was sent to %.2f; it has to home again": "机械臂位于 %.2f 毫米，而目标是 %.2f；须重新回原点",
	"the stone is wanted no more":                                           "不再需要这枚棋子",
	"there is no point %d on the board":                                     "棋盘上没有点 %d",
	"the arm has no tray of %s stones":                                      "机械臂没有%s棋子盒",
	"the tray of %s stones is empty":                                        "%s棋子盒已空",
	"the arm has no place for a lifted stone, %s; its tray has no empty slot, and there is no bin that it reaches": "机械臂没有地方放取下的棋子（%s）；棋子盒没有空位，也没有够得着的收纳处",
	"a %s stone has fallen: %w":                                              "一枚%s棋子掉落：%v",
	"a step of %.1f mm is too long: %d mm is the most":                       "一步 %.1f 毫米太长：最多 %d 毫米",
	"%s %.2f mm is out of reach: the machine goes from %.1f to %.1f":         "%s %.2f 毫米够不着：机器的范围为 %.1f 到 %.1f",
	"the arm is lower than its safe height; raise it before it moves across": "机械臂低于安全高度；横向移动前请先抬高",
}

// devicePartsZh has in Chinese what those sentences name, which stands in a table or is
// somebody's word.
var devicePartsZh = Formats{
	"board": "棋盘",
	"arm":   "机械臂",
	"black": "黑",
	"white": "白",
	"high":  "高电平",
	"low":   "低电平",

	"it has no such voice":                                                             "没有这种语音",
	"another program uses the sound card":                                              "其他程序正在使用声卡",
	"there is no sound card, or this user may not use it":                              "没有声卡，或此用户无权使用",
	"this user may not use the sound card":                                             "此用户无权使用声卡",
	"there is no such sound device":                                                    "没有这个声音设备",
	"name one that espeak-ng --voices lists as voice.voice, or install espeak-ng-data": "请将 voice.voice 设为 espeak-ng --voices 所列的一种，或安装 espeak-ng-data",
	"end that one, or name another device in voice.player":                             "请结束那个程序，或在 voice.player 中另设一个设备",
	"see what cat /proc/asound/cards lists, and put the user into the group audio":     "请用 cat /proc/asound/cards 查看声卡，并将用户加入 audio 组",
	"put it into the group audio":                                                      "请将用户加入 audio 组",
	"name one that aplay -L lists in voice.player":                                     "请将 voice.player 设为 aplay -L 所列的一个",

	"the emergency stop was pressed":                         "急停按钮曾被按下",
	"the controller was reset, or lost its power":            "控制器被复位，或断过电",
	"the safety door was opened":                             "安全门曾被打开",
	"feed hold was pressed at the controller":                "控制器上曾按下暂停（feed hold）",
	"line, power or program ended in the middle of a motion": "移动途中连接、供电或程序中断",
	"its stones do not come up where it puts them":           "它放下的棋子没有出现在该在的位置",
	"it failed twice in a row":                               "它连续失败了两次",
	"somebody stopped it on the page":                        "有人在网页上停止了它",
	"it was stopped":                                         "它被停止",

	"homing": "回原点", "soft limits": "软限位", "hard limits": "硬限位", "step idle delay": "电机空闲延时", "motors' idle time": "电机空闲时间",
	"limit switches inverted": "限位开关反相", "status report": "状态报告", "report in inches": "以英寸报告", "homing directions": "回原点方向",
	"homing feed": "回原点进给速度", "homing seek rate": "回原点搜索速度", "homing pull-off": "回原点回退距离", "laser mode": "激光模式",
	"steps a millimetre": "每毫米步数", "maximum rate": "最大速度", "acceleration": "加速度", "travel": "行程", "homing cycle": "回原点次序",
	"place after homing": "回原点后的位置", "homing direction": "回原点方向", "above 0": "大于 0", "1 or more": "1 或以上", "odd": "奇数",
	"odd, without 32 (manual homing)": "奇数，不含 32（手动回原点）", "told": "须报告", "with 1 and 16": "含 1 和 16",
	"without it the arm does not know where it is":              "没有它，机械臂就不知道自己的位置",
	"without them a wrong place drives it into its ends":        "没有它们，错误的位置会使它撞到尽头",
	"without them it runs into its ends when it has lost steps": "没有它们，丢步时它会撞到尽头",
	"below that the motors let go whenever it stands, with a stone in the gripper: the gripper sinks, or is moved by hand, and the controller does not know": "低于此值，静止时电机会松开：夹着棋子的夹爪会下沉或被碰动，而控制器不知道",
	"otherwise the motors let go whenever it stands, and the controller does not know where it is":                                                           "否则静止时电机会松开，控制器就不知道位置",
	"if the limit switches are read the wrong way round, there are no limits":                                                                                "限位开关读反了，就等于没有限位",
	"the arm checks where the machine says it is after each motion":                                                                                          "机械臂每次移动后都要核对机器报告的位置",
	"the arm checks where the machine says it is, and whether the emergency stop is pressed":                                                                 "机械臂要核对机器报告的位置，以及急停是否按下",
	"every length would be taken for another":                                                                                                                "所有长度都会弄错",
	"it says at which ends the machine homes":                                                                                                                "它说明机器在哪一端回原点",
	"it says at which end the machine homes":                                                                                                                 "它说明机器在哪一端回原点",
	"homing would never end":                                                                                                                                 "回原点将无法结束",
	"it would stay on its limit switches, which then stop every motion":                                                                                      "它会压在限位开关上，每次移动都会被停止",
	"it switches a gripper at the spindle output off between motions":                                                                                        "它会在移动之间关闭接在主轴输出上的夹爪",
	"lengths would mean nothing":                                                                                                                             "长度将没有意义",
	"the axis would not move":                                                                                                                                "该轴不会移动",
	"the soft limits rest on it":                                                                                                                             "软限位以它为准",
	"an axis that does not home does not know where it is":                                                                                                   "不回原点的轴不知道自己的位置",
	"it says where the machine's coordinates begin":                                                                                                          "它说明机器坐标的起点",

	"a limit switch was hit; see that nothing is in the arm's way":                                          "碰到限位开关；请确认没有东西挡住机械臂",
	"a motion would have left the machine's travel; check $130 to $132 and the places in the configuration": "移动会超出机器的行程；请检查 $130 到 $132 和配置中的位置",
	"it was reset while it moved":                                                                           "移动途中被复位",
	"the probe was not as it should be before it was used":                                                  "探针在使用前的状态不对",
	"the probe touched nothing":                                                                             "探针没有碰到任何东西",
	"homing was broken off by a reset":                                                                      "回原点被复位中断",
	"the safety door was opened while it homed; close it":                                                   "回原点时安全门被打开；请关好门",
	"homing could not leave a limit switch; check the switch, or raise the pull-off ($27)":                  "回原点时无法离开限位开关；请检查开关，或增大回退距离（$27）",
	"homing found no limit switch; check the switches and their cables, or raise the travel ($130 to $132)": "回原点时没有找到限位开关；请检查开关和接线，或增大行程（$130 到 $132）",
	"homing found only one of the two switches of an axis":                                                  "回原点时只找到一个轴两个开关中的一个",
	"homing is switched off ($22=0); type $22=1":                                                            "回原点已关闭（$22=0）；请输入 $22=1",
	"it is in alarm and takes no motion before it was homed":                                                "它处于报警状态，回原点之前不能移动",
	"the safety door is open; close it":                                                                     "安全门开着；请关好门",
	"it has to be homed first":                                                                              "须先回原点",
	"a limit switch is pressed; move the arm off it by hand":                                                "有限位开关被按下；请用手将机械臂移开",
	"the emergency stop is pressed":                                                                         "急停按钮已按下",
	"the emergency stop is pressed; release it":                                                             "急停按钮已按下；请松开",
	"its self-test failed; switch it off and on":                                                            "自检失败；请关闭再打开",
	"a motor driver reports a fault; check the drivers, their cooling and their supply":                     "电机驱动器报告故障；请检查驱动器、散热和供电",
}
