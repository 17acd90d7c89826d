import type { Extension } from '../client.js'

/** Lets a client send at most `width` requests at a time; the others wait in their order. */
export function limitConcurrency(width: number): Extension<object> {
  return (context) => {
    const { send } = context
    const waiting: (() => void)[] = []
    let free = width
    context.send = async (request) => {
      if (free) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await send(request)
      } finally {
        // Handed over rather than freed, so that a newcomer can't take the place of who waits.
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    }
    return {}
  }
}
