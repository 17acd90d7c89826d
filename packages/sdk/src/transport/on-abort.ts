type Listener = () => void

/** The calls that wait on a signal. They share one event listener, because Node warns of more than ten. */
interface Waiting {
  readonly listeners: Set<Listener>
  readonly callAll: Listener
}

const waitingOn = new WeakMap<AbortSignal, Waiting>()

/** Calls a listener when the signal aborts. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, listener: Listener): () => void {
  const { listeners, callAll } = waitingOn.get(signal) ?? startWaiting(signal)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    signal.removeEventListener('abort', callAll)
    waitingOn.delete(signal)
  }
}

function startWaiting(signal: AbortSignal): Waiting {
  const listeners = new Set<Listener>()
  const callAll = () => {
    for (const listener of listeners) listener()
  }
  const waiting = { listeners, callAll }
  signal.addEventListener('abort', callAll)
  waitingOn.set(signal, waiting)
  return waiting
}
