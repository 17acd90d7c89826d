import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that sends GET requests at a fixed rate without waiting for responses. After `count` responses it
 * posts the status and the milliseconds of each. Status 0 means no response.
 */
const { url, count, every } = workerData
const responses = []

function ask() {
  const started = performance.now()
  const end = (status) => {
    responses.push({ status, milliseconds: performance.now() - started })
    if (responses.length < count) return
    // Threads have no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort.postMessage(responses)
  }
  // A new connection for each request: the server may close an idle connection at the moment of its next use.
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
