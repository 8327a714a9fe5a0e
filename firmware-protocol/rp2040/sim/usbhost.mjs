// A computer at the chip's USB: it enumerates the device as Linux does, takes it for a
// serial one, and opens and closes that. Chapters are those of "USB 2.0".

const PULL_UP = 1 << 16, SUSPENDED = 1 << 4, READY = 1 << 10, DATA1 = 1 << 13, STALL = 1 << 11;
const DATA = 2;

export class UsbHost {
  constructor(mcu, deliver) {
    this.mcu = mcu;
    this.usb = mcu.usbCtrl;
    this.deliver = deliver;
    this.plugged = this.ready = this.opened = false;
    this.out = []; // bytes for the device
    this.armed = 0; // room that it has given for them
    this.pids = new Map(); // the next one of an endpoint and direction
    this.queue = Promise.resolve();
    const usb = this.usb, updated = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => {
      if (offset >= 0x80 && offset < 0x100 && value & READY) this.checkPid((offset - 0x80) >> 3, !!(offset & 4), value);
      updated(offset, value);
    };
    usb.onUSBEnabled = () => {};
    usb.onResetReceived = () => {
      this.pids.clear();
      this.queue = this.enumerate().catch((e) => { this.failed = e; });
    };
    usb.onEndpointWrite = (endpoint, buffer) => {
      if (!this.plugged) return;
      if (endpoint === DATA) this.deliver(buffer);
      else if (endpoint === 0) this.control?.in(buffer);
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === 0) this.control?.out(size);
      else if (endpoint === DATA) {
        this.armed = size;
        this.feed();
      }
    };
  }

  // checkPid holds packets against 8.6: DATA0 and DATA1 take turns, or a real host drops them.
  checkPid(endpoint, out, value) {
    const key = `${endpoint} ${out ? 'out' : 'in'}`;
    const want = this.pids.get(key) ?? 0;
    if (!!(value & DATA1) !== !!want) throw new Error(`endpoint ${key}: a packet DATA${want ^ 1} where DATA${want} is due`);
    this.pids.set(key, want ^ 1);
  }

  plug() {
    this.plugged = true;
    this.usb.sieStatus &= ~SUSPENDED;
    if (!(this.usb.sieCtrl & PULL_UP)) throw new Error('the device does not show itself');
    this.usb.resetDevice();
  }

  unplug() {
    this.plugged = this.ready = this.opened = false;
    this.out = [];
    this.usb.sieStatus |= SUSPENDED;
  }

  // request carries out a control transfer (8.5.3) and returns what came.
  request(type, request, value, index, length, data) {
    const bytes = new Uint8Array([type, request, value, value >> 8, index, index >> 8, length, length >> 8]);
    return new Promise((resolve, reject) => {
      const got = [];
      let sent = !data, whole = false, acknowledged = false;
      const end = () => { if (whole && acknowledged) this.finish(resolve, got); };
      this.pids.set('0 in', 1).set('0 out', 1);
      this.control = {
        since: this.mcu.clock.nanos,
        name: `request ${request.toString(16)} of value ${value.toString(16)}`,
        reject,
        in: (buffer) => {
          if (type & 0x80) {
            got.push(...buffer);
            if (buffer.length === 64 && got.length < length) return;
            whole = true; // rp2040js tells the chip of a packet's end before it delivers it
            end();
          } else if (sent && buffer.length === 0) this.finish(resolve, got);
          else reject(new Error('an answer where none is due'));
        },
        out: () => {
          this.usb.endpointReadDone(0, data && !sent ? data : new Uint8Array(0));
          this.pids.set('0 in', 1);
          sent = acknowledged = true;
          if (type & 0x80) end();
        },
      };
      this.usb.sendSetupPacket(bytes);
    });
  }

  finish(resolve, got) {
    this.control = null;
    resolve(Uint8Array.from(got));
  }

  // watch refuses requests that the device stalls or forgets.
  watch() {
    if (this.failed) throw this.failed;
    if (!this.control) return;
    const { reject, since, name } = this.control;
    if (this.mcu.usbDPRAMView.getUint32(0x80, true) & STALL) reject(new Error(`the device refused ${name}`));
    else if (this.mcu.clock.nanos - since > 5e8) reject(new Error(`the device left ${name} unanswered`));
  }

  async enumerate() {
    const first = await this.request(0x80, 6, 0x0100, 0, 64);
    if (first.length !== 18 || first[7] !== 64) throw new Error(`a device descriptor of ${first.length} bytes`);
    await this.request(0x00, 5, 7, 0, 0); // address 7
    const device = await this.request(0x80, 6, 0x0100, 0, 18);
    if ((this.usb.readUint32(0) & 127) !== 7) throw new Error('the device has not taken its address');
    const length = (await this.request(0x80, 6, 0x0200, 0, 9))[2];
    const c = await this.request(0x80, 6, 0x0200, 0, length);
    if (c.length !== length) throw new Error(`${c.length} bytes of configuration, ${length} announced`);
    for (let at = 0, seen = 0; at < c.length; at += c[at]) {
      if (c[at] < 2 || at + c[at] > c.length) throw new Error(`the configuration breaks off at ${at}`);
      if (c[at + 1] === 4) seen++;
      if (at + c[at] === c.length && seen !== c[4]) throw new Error(`${seen} interfaces, ${c[4]} announced`);
    }
    const strings = [];
    await this.request(0x80, 6, 0x0300, 0, 255);
    for (let i = 1; i <= 3; i++) {
      const s = await this.request(0x80, 6, 0x0300 | i, 0x0409, 255);
      strings.push(Buffer.from(s.subarray(2)).toString('utf16le'));
    }
    await this.request(0x00, 9, 1, 0, 0);
    // 9.1.1.5: configured, both start again.
    const hex = (i) => (device[i] | device[i + 1] << 8).toString(16).padStart(4, '0');
    this.name = `${hex(8)}:${hex(10)} ${strings.join('/')}`;
    this.ready = true;
  }

  // open does what a terminal's opening and closing do: PSTN 6.3.10 and 6.3.12.
  open(is) {
    if (!this.ready || this.opened === is) return;
    this.opened = is;
    this.queue = this.queue.then(async () => {
      if (is) await this.request(0x21, 0x20, 0, 0, 7, new Uint8Array([0, 0xc2, 1, 0, 0, 0, 8]));
      await this.request(0x21, 0x22, is ? 3 : 0, 0, 0);
    }).catch((e) => { this.failed = e; });
  }

  send(bytes) {
    this.out.push(...bytes);
    this.feed();
  }

  feed() {
    if (!this.armed || !this.out.length || !this.plugged) return;
    const chunk = this.out.splice(0, Math.min(this.armed, 64));
    this.armed = 0;
    this.usb.endpointReadDone(DATA, Uint8Array.from(chunk));
  }
}
