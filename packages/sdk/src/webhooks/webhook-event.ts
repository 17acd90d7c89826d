interface Sent {
  /** Identifies the event: the header `webhook-id`. A repeated request has the same one. */
  readonly id: string
  /** When the write happened, in ISO 8601. */
  readonly createdAt: string
}

interface OfType extends Sent {
  /** The singular name of the content type: `article`. */
  readonly model: string
  /** The uid of the content type: `api::article.article`. */
  readonly uid: string
}

/** A write of an entry. */
export interface EntryEvent extends OfType {
  readonly event:
    | 'entry.create'
    | 'entry.update'
    | 'entry.delete'
    | 'entry.publish'
    | 'entry.unpublish'
    /** Only of documents of Strapi 5. */
    | 'entry.draft-discard'
  /**
   * The attributes after the write, or before a delete, without relations, components, files and private
   * attributes.
   */
  readonly entry: { readonly id: number; readonly [attribute: string]: unknown }
}

/** An import that has written entries of a content type. */
export interface ImportEvent extends OfType {
  readonly event: 'entry.import'
  readonly entry: null
}

/** A write of a file. */
export interface MediaEvent extends Sent {
  readonly event: 'media.create' | 'media.update' | 'media.delete'
  readonly media: { readonly id: number; readonly [attribute: string]: unknown }
}

/** The request of `content-api webhooks test`. */
export interface TestEvent extends Sent {
  readonly event: 'trigger-test'
}

/** The body of a webhook. */
export type WebhookEvent = EntryEvent | ImportEvent | MediaEvent | TestEvent
