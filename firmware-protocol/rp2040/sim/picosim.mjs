// Runs the board's firmware, as it is flashed, on a simulated RP2040 with what stands
// around it:
//
//   node picosim.mjs FIRMWARE.uf2 CHIPS LIGHTS UID LINE PTY
//
// LINE is uart or usb: what leads to the pseudo-terminal PTY, whose other end is file
// descriptor 3. Commands come
// on stdin, a line each, and are answered on stdout: see command().

import fs from 'node:fs';
import readline from 'node:readline';
import { RP2040 } from 'rp2040js';
import { ChipReset, Clock, Pll, Resets, Rosc, Ssi, Uart, crc32, randomBit } from './chip.mjs';
import { Chain, Strip } from './parts.mjs';
import { UsbHost } from './usbhost.mjs';

const PTY = 3;
const SLICE = 1e6; // nanoseconds
const [, , image, chips, lights, uid, lineKind, terminal] = process.argv;
const chain = new Chain(Number(chips));
const strip = new Strip(Number(lights));
const flash = readUf2(image);

function fail(why) {
  process.stderr.write(`picosim: ${why}\n`);
  process.exit(1);
}

// readUf2 returns what the boot ROM would write to the flash.
function readUf2(path) {
  const file = fs.readFileSync(path), out = new Uint8Array(file.length / 512 * 256);
  for (let at = 0, i = 0; at < file.length; at += 512, i++) {
    const word = (n) => file.readUInt32LE(at + n);
    if (word(0) !== 0x0a324655 || word(4) !== 0x9e5d5157 || word(508) !== 0x0ab16f30) fail('no UF2');
    if (word(8) !== 0x2000 || word(28) !== 0xe48bff56) fail('a UF2 for another chip');
    if (word(12) !== 0x10000000 + i * 256 || word(16) !== 256) fail('a UF2 with gaps');
    if (word(20) !== i || word(24) !== file.length / 512) fail('a UF2 whose blocks are miscounted');
    out.set(file.subarray(at + 32, at + 288), i * 256);
  }
  return out;
}

// Everything that a reset resets, and what outlasts it.
let mcu, clock, ssi, pll, line, watchdog, usb, core, nanosPerCycle;
let before = 0; // nanoseconds until the last reset
let restarts = 0;
let resetDue = null;
const sentAt = [];
let opened = false;

const now = () => before + clock.nanos;

function reset(why) {
  const old = mcu;
  if (old) {
    before = now();
    restarts++;
  }
  mcu = new RP2040(new Clock());
  ({ clock, core } = mcu);
  mcu.logger = {
    debug() {}, info() {},
    warn(_, text) { throw new Error(text); },
    error(_, text) { throw new Error(text); },
  };
  // What is in the RAM outlives a reset, and is anything after a loss of power.
  if (old && why !== 'power' && why !== 'brownout') mcu.sram.set(old.sram);
  else for (let i = 0; i < mcu.sram.length; i++) mcu.sram[i] = anything();
  mcu.flash.set(flash);

  const p = mcu.peripherals, resets = new Resets();
  p[0x18000] = ssi = new Ssi(Buffer.from(uid, 'hex'));
  p[0x4000c] = resets;
  p[0x4002c] = pll = new Pll();
  p[0x40060] = new Rosc();
  p[0x40064] = new ChipReset(why);
  p[0x40034] = line = new Uart(clock, (on) => mcu.setInterrupt(20, on), () => mcu.clkPeri, {
    rx: () => mcu.gpio[1].functionSelect === 2 && mcu.gpio[1].inputEnable,
  });
  line.onByte = (b) => {
    if (mcu.gpio[0].functionSelect === 2 && lineKind === 'uart') toHost([b]);
  };
  for (const [at, bit, name] of [
    [0x40014, 5, 'IO_BANK0'], [0x4001c, 8, 'PADS_BANK0'], [0x4002c, 13, 'PLL_USB'], [0x4003c, 16, 'SPI0'],
    [0x40040, 17, 'SPI1'], [0x40054, 21, 'TIMER'], [0x40034, 22, 'UART0'], [0x50110, 24, 'USB'],
  ]) resets.guard(p[at], bit, name);

  const clocks = p[0x40008];
  for (const part of [clocks, pll]) {
    const plain = part.writeUint32Atomic.bind(part);
    part.writeUint32Atomic = (...args) => { plain(...args); retime(clocks); };
  }
  retime(clocks);

  watchdog = p[0x40058];
  watchdog.tickEnable = false;
  watchdog.reason = why === 'watchdog' ? 1 : 0;
  watchdog.onWatchdogTrigger = () => {
    resetDue = 'watchdog';
    watchdog.alarm.enable = false;
  };
  const time = p[0x40054].readUint32.bind(p[0x40054]);
  p[0x40054].readUint32 = (offset) => {
    if (!watchdog.tickEnable) throw new Error('the timer is read before it has its tick');
    return time(offset);
  };

  wire(0, [[16, 1], [18, 1], [19, 1]], (v) => chain.swap(v));
  wire(1, [[10, 1], [11, 1]], (v) => { strip.byte(v, cycle()); return 0; });
  mcu.gpio[17].addListener((level) => { if (level === 1) chain.load(); });

  usb = new UsbHost(mcu, toHost);
  boot();
}

let byte = 0;
const anything = () => (byte = (byte << 1 & 0xff) | randomBit());

// retime follows the clocks: datasheet 2.15. Before any is set, it is the ring oscillator.
function retime(clocks) {
  const ref = (clocks.refCtrl & 3) === 2 ? 12e6 : 6.5e6;
  const sys = clocks.sysCtrl & 1 ? (((clocks.sysCtrl >> 5) & 7) === 1 ? pll.hz : 0) : ref;
  nanosPerCycle = 1e9 / (sys || ref);
  mcu.clkPeri = clocks.periCtrl & (1 << 11) ? sys : 0;
  mcu.clkUsb = clocks.usbCtrl & (1 << 11) ? pll.hz : 0;
}

// wire joins an SPI to a part: swap is called with every byte, after the time it takes.
function wire(n, pins, swap) {
  const spi = mcu.spi[n];
  let byte = 0;
  const end = clock.createAlarm(() => {
    const joined = pins.every(([pin, fn]) => mcu.gpio[pin].functionSelect === fn);
    spi.completeTransmit(joined ? swap(byte) : 0xff);
  });
  spi.onTransmit = (v) => {
    if (spi.dataBits !== 8 || spi.control0 & 0xf0 || !spi.enabled) throw new Error(`SPI${n} is not set to bytes and mode 0`);
    if (!spi.clockFrequency) throw new Error(`SPI${n} has no clock`);
    byte = v;
    end.schedule(8e9 / spi.clockFrequency);
  };
}

// boot does what the boot ROM does with a good flash: datasheet 2.8.1.2.
function boot() {
  const stage = flash.subarray(0, 252);
  if (new DataView(flash.buffer).getUint32(252, true) !== crc32(stage)) fail("the second stage's check is wrong");
  mcu.sram.set(flash.subarray(0, 256), 0x41f00);
  core.SP = 0x20041f00;
  core.LR = 0;
  core.PC = 0x20041f00;
}

// toHost delivers bytes to the program that has the line open; they are lost otherwise.
function toHost(bytes) {
  for (const _ of bytes) {
    sentAt.push(cycle());
    if (sentAt.length > 32768) dropped += sentAt.splice(0, 16384).length;
  }
  if (!opened) return;
  try {
    fs.writeSync(PTY, Uint8Array.from(bytes));
  } catch (e) {
    if (e.code !== 'EAGAIN' && e.code !== 'EIO') throw e;
  }
}
let dropped = 0; // of sentAt

// service takes what was written to the line, and sees whether anybody has it open.
const buffer = new Uint8Array(4096);
function service() {
  let waiting = lineKind === 'usb' ? usb.out.length : line.line.length;
  try {
    while (waiting < 512) {
      const n = fs.readSync(PTY, buffer, 0, 512, null);
      if (n === 0) break;
      opened = true;
      waiting += n;
      if (lineKind === 'usb') usb.send(buffer.subarray(0, n));
      else line.send(buffer.subarray(0, n));
    }
  } catch (e) {
    if (e.code === 'EAGAIN') opened = true;
    else if (e.code === 'EIO') opened = false;
    else throw e;
  }
  if (lineKind === 'usb') {
    usb.open(opened);
    usb.watch();
  }
}

// cycle is the time since the start in steps of 62.5 ns, as the AVR's runner counts.
const cycle = () => Math.floor(now() / 62.5);

function run(end) {
  while (clock.nanos < end && !resetDue) {
    if (core.waiting) {
      clock.tick(Math.max(0, Math.min(clock.next, end) - clock.nanos));
      continue;
    }
    if (!ssi.memory && core.PC >= 0x10000000 && core.PC < 0x14000000) throw new Error('code in the flash runs while it is no memory');
    clock.tick(core.executeInstruction() * nanosPerCycle);
  }
  if (resetDue) {
    const why = resetDue;
    resetDue = null;
    reset(why);
    plugLater();
  }
}

// A computer notices a device a while after it shows itself.
let plugAt = Infinity;
function plugLater() {
  plugAt = lineKind === 'usb' ? now() + 20e6 : Infinity;
}

const commands = {
  input(args) { // K LEVEL [K LEVEL ...]
    for (let i = 0; i + 1 < args.length; i += 2) {
      if (!chain.input(Number(args[i]), Number(args[i + 1]))) return `error: there is no input ${args[i]}`;
    }
    return `ok ${cycle()}`;
  },
  lights: () => `ok ${strip.frames} ${strip.shownAt} ${Buffer.from(strip.shown).toString('hex')}`,
  reset([why, times = 1, ms = 0]) { // reset CAUSE [TIMES MS]: each time the chip runs for so long
    if (!ChipReset.causes[why]) return `error: a chip is not reset by ${why}`;
    for (let left = Number(times); left > 0; left--) {
      reset(why);
      run(clock.nanos + Number(ms) * 1e6);
    }
    plugLater();
    return 'ok';
  },
  resets: () => `ok ${restarts}`,
  worn: () => 'ok 0 0', // a command that writes to the flash ends the run: chip.mjs
  break([chip, bytes = 0]) { // -1 mends, and so do so many bytes of a scan
    chain.brokenAt = Number(chip);
    chain.mendAfter = Number(bytes);
    return 'ok';
  },
  stall() { // the SPI of the chain stops, as the main loop then does
    mcu.spi[0].onTransmit = () => {};
    return 'ok';
  },
  plug() {
    plugAt = now();
    return 'ok';
  },
  unplug() {
    usb.unplug();
    return 'ok';
  },
  device: () => `ok ${usb.ready ? usb.name : ''}`,
  sent([n]) { // -> cycle at which byte N had left
    const at = sentAt[Number(n) - dropped];
    return at === undefined ? `error: byte ${n} was not sent, or too long ago` : `ok ${at}`;
  },
  cycle: () => `ok ${cycle()} ${sentAt.length + dropped}`,
};

function command(text) {
  const [name, ...args] = text.trim().split(/\s+/);
  const answer = attempt(() => commands[name]?.(args));
  process.stdout.write((answer ?? `error: unknown command ${name}`) + '\n');
}

// attempt ends the run, and says where, when the firmware did what it must not.
function attempt(what) {
  try {
    return what();
  } catch (e) {
    return fail(`${e.message} at pc ${core.PC.toString(16)}, after ${Math.round(now() / 1e6)} ms`);
  }
}

// Simulated time keeps pace with the world's, or falls behind it on a slow machine.
let base = null;
function step() {
  attempt(() => {
    service();
    if (now() >= plugAt) {
      plugAt = Infinity;
      usb.plug();
    }
    run(clock.nanos + SLICE);
  });
  const wall = performance.now();
  let ahead = base === null ? -1e9 : now() / 1e6 - base.sim - (wall - base.wall);
  if (ahead < -50) {
    base = { wall, sim: now() / 1e6 };
    ahead = 0;
  }
  if (ahead >= 1) setTimeout(step, ahead);
  else setImmediate(step);
}

reset('power');
plugLater();
readline.createInterface({ input: process.stdin }).on('line', command).on('close', () => process.exit(0));
process.stdout.write(`pty ${terminal}\n`);
step();
