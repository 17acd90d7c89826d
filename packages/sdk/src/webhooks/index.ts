export { type ReadRequest, type VerifyOptions, verifyWebhook } from './verify-webhook.js'
export { WebhookError, type WebhookProblem } from './webhook-error.js'
export type { EntryEvent, ImportEvent, MediaEvent, TestEvent, WebhookEvent } from './webhook-event.js'
