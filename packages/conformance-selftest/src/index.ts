export { createSecondServer } from './second-server/second-server.js'
export { wire } from './wire.js'
