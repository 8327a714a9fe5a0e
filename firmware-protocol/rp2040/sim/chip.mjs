// The parts of an RP2040 that rp2040js leaves out, or makes easier than they are. Sections
// are those of the "RP2040 Datasheet".

const NORMAL = 0, XOR = 1, SET = 2;

// Clock is simulated time with its alarms; that of rp2040js loses alarms when one is cancelled.
export class Clock {
  nanos = 0;
  next = Infinity;
  alarms = new Set();
  createAlarm(callback) {
    const alarm = {
      at: Infinity,
      schedule: (delta) => {
        alarm.at = this.nanos + delta;
        this.alarms.add(alarm);
        this.settle();
      },
      cancel: () => {
        this.alarms.delete(alarm);
        this.settle();
      },
      callback,
    };
    return alarm;
  }
  settle() {
    this.next = Infinity;
    for (const { at } of this.alarms) if (at < this.next) this.next = at;
  }
  tick(delta) {
    const end = this.nanos + delta;
    while (this.next <= end) {
      this.nanos = this.next;
      for (const alarm of this.alarms) {
        if (alarm.at > this.nanos) continue;
        alarm.cancel();
        alarm.callback();
        break;
      }
    }
    this.nanos = end;
  }
}

// Registers is a peripheral as rp2040js wants it: 2.1.2, atomic aliases.
class Registers {
  writeUint32Atomic(offset, value, alias) {
    this.raw = value;
    if (alias !== NORMAL) {
      const was = this.readUint32(offset);
      value = alias === XOR ? was ^ value : alias === SET ? was | value : was & ~value;
    }
    this.writeUint32(offset, value >>> 0);
  }
}

// Plain is registers that only keep what is written to them.
class Plain extends Registers {
  constructor(values) {
    super();
    this.values = values;
  }
  readUint32(offset) {
    if (!(offset in this.values)) throw new Error(`no register at ${offset.toString(16)}`);
    return this.values[offset];
  }
  writeUint32(offset, value) {
    this.readUint32(offset);
    this.values[offset] = value;
  }
}

// Resets is 2.14: everything is held until it is released.
export class Resets extends Registers {
  held = 0x01ffffff & ~(1 << 6 | 1 << 9); // the boot ROM has released IO and pads of the flash
  readUint32(offset) {
    return offset === 8 ? ~this.held & 0x01ffffff : offset === 0 ? this.held : 0;
  }
  writeUint32(offset, value) {
    if (offset === 0) this.held = value & 0x01ffffff;
  }
  // guard makes the use of a peripheral that is held in reset an error.
  guard(peripheral, bit, name) {
    for (const method of ['readUint32', 'writeUint32Atomic']) {
      const plain = peripheral[method].bind(peripheral);
      peripheral[method] = (...args) => {
        if (this.held & (1 << bit)) throw new Error(`${name} is used while it is held in reset`);
        return plain(...args);
      };
    }
  }
}

// Pll is 2.18, at a crystal of 12 MHz.
export class Pll extends Plain {
  constructor() {
    super({ 0: 1, 4: 0x2d, 8: 0, 12: 7 << 16 | 7 << 12 });
  }
  readUint32(offset) {
    const on = !(this.values[4] & (1 << 5 | 1));
    return (offset === 0 && on ? 0x80000000 : 0) + super.readUint32(offset);
  }
  get hz() {
    const v = this.values, vco = 12e6 / (v[0] & 63) * v[8];
    if (v[4] & (1 << 5 | 1 << 3 | 1)) return 0;
    if (vco < 750e6 || vco > 1600e6) throw new Error(`the PLL's oscillator would run at ${vco} Hz`);
    return vco / ((v[12] >> 16) & 7) / ((v[12] >> 12) & 7);
  }
}

// randomBit is the same in every run, so that no test fails by chance (xorshift of
// Marsaglia, 32 bits).
let seed = 0x57e0e;
export function randomBit() {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return seed & 1;
}

// Rosc is 2.17: its random bit alone.
export class Rosc extends Registers {
  readUint32() {
    return randomBit();
  }
  writeUint32() {}
}

// ChipReset is 2.12.8. Power that comes and power that was too low are the same to it, and
// of the watchdog it knows nothing.
export class ChipReset extends Plain {
  static causes = { power: 1 << 8, brownout: 1 << 8, dip: 1 << 8, pin: 1 << 16, watchdog: 1 << 8 };
  constructor(why) {
    super({ 0: 0xb1, 4: 0x81, 8: ChipReset.causes[why] });
  }
}

// Uart is 4.2, whose bytes take their time. A level of the buffer causes an interrupt
// as it is passed, and fewer bytes than that after a while: 4.2.6.
export class Uart extends Registers {
  constructor(clock, interrupt, peripheralHz, pins) {
    super();
    Object.assign(this, { clock, interrupt, peripheralHz, pins });
    this.rx = [];
    this.tx = [];
    this.regs = { 0x24: 0, 0x28: 0, 0x2c: 0, 0x30: 0x300, 0x34: 0x12, 0x38: 0 };
    this.status = 0;
    this.line = []; // on its way to the chip
    this.sender = clock.createAlarm(() => this.left());
    this.receiver = clock.createAlarm(() => this.came());
    this.timeout = clock.createAlarm(() => this.flag(this.rx.length ? 1 << 6 : 0));
  }
  get baud() {
    return this.peripheralHz() / 16 / (this.regs[0x24] + this.regs[0x28] / 64);
  }
  get bitNanos() {
    if (Math.abs(this.baud / 115200 - 1) > 0.02) throw new Error(`the UART is set to ${this.baud} baud`);
    if ((this.regs[0x2c] & 0x70) !== 0x70) throw new Error('the UART is not set to 8 bits with buffers');
    return 1e9 / this.baud;
  }
  flag(bits) {
    this.status |= bits;
    this.interrupt(!!(this.status & this.regs[0x38]));
  }
  unflag(bits) {
    this.status &= ~bits;
    this.flag(0);
  }
  level(shift) {
    return [4, 8, 16, 24, 28][(this.regs[0x34] >> shift) & 7];
  }
  left() {
    this.onByte(this.tx.shift());
    if (this.tx.length === this.level(0)) this.flag(1 << 5);
    if (this.tx.length) this.sender.schedule(10 * this.bitNanos);
  }
  // send puts bytes onto the line towards the chip.
  send(bytes) {
    const idle = this.line.length === 0;
    this.line.push(...bytes);
    if (idle && this.line.length) this.receiver.schedule(10 * 1e9 / 115200);
  }
  came() {
    const b = this.line.shift();
    if ((this.regs[0x30] & 0x201) === 0x201 && this.pins.rx()) {
      if (this.rx.length < 32) this.rx.push(b);
      else this.overrun = true;
      if (this.rx.length === this.level(3)) this.flag(1 << 4);
      this.timeout.schedule(32 * this.bitNanos);
    }
    if (this.line.length) this.receiver.schedule(10 * 1e9 / 115200);
  }
  readUint32(offset) {
    switch (offset) {
      case 0: {
        const late = this.overrun ? 1 << 11 : 0;
        this.overrun = false;
        const b = this.rx.shift() ?? 0;
        if (this.rx.length < this.level(3)) this.unflag(1 << 4);
        if (!this.rx.length) this.unflag(1 << 6);
        return b | late;
      }
      case 0x18:
        return (this.tx.length ? 8 : 0x80) | (this.rx.length ? 0 : 0x10) | (this.tx.length >= 32 ? 0x20 : 0);
      case 0x3c:
        return this.status;
      case 0x40:
        return this.status & this.regs[0x38];
    }
    if (!(offset in this.regs)) throw new Error(`the UART has no register at ${offset.toString(16)}`);
    return this.regs[offset];
  }
  writeUint32(offset, value) {
    if (offset === 0) {
      if ((this.regs[0x30] & 0x101) !== 0x101) throw new Error('the UART is off');
      if (this.tx.length >= 32) throw new Error('a byte was put into a full buffer of the UART');
      this.tx.push(value & 0xff);
      if (this.tx.length === 1) this.sender.schedule(10 * this.bitNanos);
    } else if (offset === 0x44) {
      this.unflag(this.raw);
    } else if (offset in this.regs) {
      this.regs[offset] = value;
      this.flag(0);
    } else throw new Error(`the UART has no register at ${offset.toString(16)}`);
  }
}

// Ssi is 4.10 with a flash behind it that knows commands 03h and 4Bh. While it is not
// set to read words by 03h the flash is no memory.
export class Ssi extends Registers {
  constructor(uid) {
    super();
    this.uid = uid;
    this.regs = { 0: 0, 4: 0, 8: 0, 0x10: 0, 0x14: 0, 0xf4: 0 };
    this.tx = [];
    this.rx = [];
    this.memory = false;
  }
  // memory tells whether the flash can be read as memory.
  judge() {
    const r = this.regs;
    this.memory = r[8] === 1 && r[0x10] === 1 && r[0] === (31 << 16 | 3 << 8) && r[4] === 0 && r[0xf4] === 0x03000218 && r[0x14] >= 2;
  }
  readUint32(offset) {
    if (offset === 0x60) return this.rx.shift() ?? 0;
    if (offset === 0x24) return this.rx.length;
    if (offset in this.regs) return this.regs[offset];
    throw new Error(`the SSI has no register at ${offset.toString(16)}`);
  }
  writeUint32(offset, value) {
    if (offset === 0x60) {
      if (this.tx.length >= 16) throw new Error('the buffer of the SSI is full');
      this.tx.push(value & 0xff);
    } else if (offset in this.regs) {
      if (this.regs[8] && offset !== 8 && offset !== 0x10) throw new Error('the SSI is set while it is on');
      this.regs[offset] = value;
      this.judge();
      if (offset === 8 && !value) this.tx = [], this.rx = [];
    } else throw new Error(`the SSI has no register at ${offset.toString(16)}`);
    if (this.tx.length && this.regs[8] && this.regs[0x10]) {
      if (this.regs[0] !== 7 << 16) throw new Error('the SSI is not set to single bytes');
      const command = this.tx[0];
      if (command !== 0x4b) throw new Error(`the flash is given command ${command.toString(16)}`);
      this.rx = this.tx.map((_, i) => (i >= 5 ? this.uid[i - 5] ?? 0 : 0xff));
      this.tx = [];
    }
  }
}

// crc32 is what the boot ROM holds against the second stage: 2.8.1.3.1.
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const b of bytes) {
    crc ^= b << 24;
    for (let i = 0; i < 8; i++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
