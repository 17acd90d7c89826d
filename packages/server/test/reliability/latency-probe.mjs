import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that sends one GET after the other at a fixed rate, whether the last one has been answered or not, and posts the
 * status and the milliseconds of each once `count` of them are answered. Status 0: no response.
 */
const { url, count, every } = workerData
const answers = []

function ask() {
  const started = performance.now()
  const end = (status) => {
    answers.push({ status, milliseconds: performance.now() - started })
    if (answers.length < count) return
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort.postMessage(answers)
  }
  // A connection of its own: one that was idle may be closed by the server in the moment of its next use.
  get(url, { agent: false }, (response) => {
    response.resume()
    response.on('end', () => end(response.statusCode))
  }).on('error', () => end(0))
}

let sent = 0
const timer = setInterval(() => {
  ask()
  sent += 1
  if (sent === count) clearInterval(timer)
}, every)
