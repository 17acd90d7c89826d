import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/**
 * Runs a program without a shell and without stdin, so that it can't wait for input. Resolves to
 * `{ code, output }`. The code is 128 for a signal, and 127 if the program can't be started.
 * `stream: 'terminal'` lets the program use the terminal and leaves `output` empty; `'copy'` prints the
 * output and keeps it.
 */
export function run(program, args, { cwd = root, env = {}, stream } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: stream === 'terminal' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // On Windows npm and npx are .cmd files, which only a shell can start.
      shell: process.platform === 'win32' && !program.includes('node'),
    })
    const chunks = []
    const keep = (chunk) => {
      chunks.push(chunk)
      if (stream === 'copy') process.stdout.write(chunk)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 128, output: Buffer.concat(chunks).toString() }))
  })
}

export const runNode = (args, options) => run(process.execPath, args, options)

/** `1.2 s` or `2 min 05 s`. */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}
