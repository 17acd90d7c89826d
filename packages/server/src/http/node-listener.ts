import type { IncomingMessage, RequestListener } from 'node:http'
import proxyAddress from 'proxy-addr'
import { type SocketOptions, createResponder } from './respond.js'

/** Creates the listener for `node:http` that `listen` uses. */
export function createListener(options: SocketOptions): RequestListener {
  const { trustProxy } = options.config
  const addressOf = (message: IncomingMessage) =>
    (trustProxy === 0
      ? message.socket.remoteAddress
      : proxyAddress(message, (_address, distance) => distance < trustProxy)) ?? ''
  const respond = createResponder<IncomingMessage>(options, addressOf)
  return (message, response) => void respond(message, response)
}
