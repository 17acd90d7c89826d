import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Messages that belong to an application of Express from the start. Express replaces the prototype of each request and each
 * response otherwise, after which V8 has a shape for every single one and looks its properties up anew: about a hundred of
 * them a request, which takes as long as a small query.
 */
export function messagesOf({ request, response }: Express): ServerOptions {
  return {
    IncomingMessage: withPrototype(IncomingMessage, request),
    ServerResponse: withPrototype(ServerResponse, response),
  }
}

/** Called rather than constructed for a class of its own: `Reflect.construct` would make a shape for each object too. */
function withPrototype<Class>(base: Class, prototype: object): Class {
  const initialize = base as (this: unknown, ...given: unknown[]) => void
  function Message(this: unknown, ...given: unknown[]): void {
    initialize.apply(this, given)
  }
  Message.prototype = prototype
  return Message as Class
}
