import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that sends one GET after the other at a fixed rate, whether the last one has been answered or not, and posts the
 * status and the milliseconds of each once `count` of them are answered. Status 0: no response.
 */
const { url, count, every } = workerData
const agent = new Agent({ keepAlive: true })
const answers = []

function ask() {
  const started = performance.now()
  const end = (status) => {
    answers.push({ status, milliseconds: performance.now() - started })
    if (answers.length < count) return
    agent.destroy()
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort.postMessage(answers)
  }
  get(url, { agent }, (response) => {
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
