// What tests of several packages share: this server with the recorded model, content and configuration.
export { jwtSecret, recordedModel, startServer } from '../../packages/server/test/replay/server.js'
