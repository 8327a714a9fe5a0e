// What stands around the chip: shift registers and lights.

// Chain is a chain of 74HC165. Bit k of its inputs is the k-th to arrive.
export class Chain {
  constructor(chips) {
    this.inputs = new Uint8Array(chips).fill(0xff); // sensors are low over a magnet
    this.registers = new Uint8Array(chips).fill(0xff);
    this.brokenAt = -1;
    this.mendAfter = 0; // bytes of a scan after which it is whole again; 0: it stays broken
    this.swapped = 0; // bytes since the last load
  }

  load() {
    this.registers.set(this.inputs);
    this.swapped = 0;
  }

  // swap shifts eight bits through: what leaves the near end is returned.
  swap(value) {
    const r = this.registers;
    const out = this.brokenAt === 0 ? 0xff : r[0];
    r.copyWithin(0, 1);
    r[r.length - 1] = value;
    if (this.brokenAt > 0 && this.brokenAt < r.length) r[this.brokenAt - 1] = 0xff;
    this.swapped++;
    if (this.swapped === this.mendAfter) {
      this.brokenAt = -1;
      this.mendAfter = 0;
    }
    return out;
  }

  input(k, level) {
    if (!(k >= 0 && k < this.inputs.length * 8)) return false;
    const bit = 0x80 >> (k % 8);
    if (level) this.inputs[k >> 3] |= bit;
    else this.inputs[k >> 3] &= ~bit;
    return true;
  }
}

// Strip is a strip of APA102. Each light passes the data on half a clock late, so a
// frame shows when it has had 32 clocks a light and half a clock a light more.
export class Strip {
  constructor(lights) {
    this.n = lights;
    this.coming = new Uint8Array(lights * 3);
    this.shown = new Uint8Array(lights * 3);
    this.frames = 0;
    this.shownAt = 0;
    this.clocks = -1; // since the first bit of the first light; -1: waiting for it
    this.zeros = 0;
    this.word = 0;
  }

  byte(value, now) {
    for (let bit = 7; bit >= 0; bit--) this.clock((value >> bit) & 1, now);
  }

  clock(data, now) {
    this.word = ((this.word << 1) | data) >>> 0;
    if (this.clocks < 0) {
      if (!data) this.zeros++;
      else if (this.zeros >= 32) this.clocks = 0;
      if (data) this.zeros = 0;
      if (this.clocks < 0) return;
      this.word = 1;
    }
    this.clocks++;
    if (this.clocks % 32 === 0 && this.clocks <= 32 * this.n) {
      if (this.word >>> 29 !== 7) {
        this.clocks = -1; // not a light's word
        this.zeros = 0;
        return;
      }
      const dimmer = (this.word >>> 24) & 31;
      for (let i = 0; i < 3; i++) {
        this.coming[this.clocks / 32 * 3 - 3 + i] = ((this.word >>> (8 * i)) & 0xff) * dimmer / 31;
      }
    }
    if (this.clocks === 32 * this.n + ((this.n + 1) >> 1)) {
      this.shown.set(this.coming);
      this.frames++;
      this.shownAt = now;
      this.clocks = -1;
      this.zeros = 0;
    }
  }
}
