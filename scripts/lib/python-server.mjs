import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inRoot } from './root.mjs'

const folder = inRoot('examples', 'python-server')

/** The suite's configuration for the server. */
export const pythonConfiguration = inRoot('examples', 'python-server', 'conformance.config.json')

/** Returns the version of python3 on this machine, such as `Python 3.11.7`, or null if it is missing or too old. */
export function pythonVersion() {
  const { status, stdout } = spawnSync('python3', ['--version'], { encoding: 'utf8' })
  const [, minor] = /^Python 3\.(\d+)/.exec(stdout ?? '') ?? []
  return status === 0 && Number(minor) >= 9 ? stdout.trim() : null
}

/** Starts the Python server on a free port. Resolves to its address and `close`. */
export function startPythonServer() {
  const child = spawn('python3', ['server.py', '0'], {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const close = async () => {
    child.kill()
    await ended
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    void ended.then((code) => reject(new Error(`The server in Python ended with code ${code}.`)))
    createInterface(child.stdout).once('line', (url) => resolve({ url, close }))
  })
}
