/** The queue that limits concurrent work, and its cancellation. */
export { Cancel, type Cancellation } from '../concurrency/cancellation.js'
export { Queue, type QueueWait } from '../concurrency/queue.js'
