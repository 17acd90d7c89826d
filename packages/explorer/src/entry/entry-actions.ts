import type { ExplorerType } from '../protocol.js'
import {
  createRequest,
  deleteRequest,
  type EntryAddress,
  localizationRequest,
  updateRequest,
  versionsRequest,
  type WriteRequest,
} from './write-requests.js'

/** A button that does something with an entry. */
export interface EntryAction {
  /** The text of its button, and of the button that confirms it. */
  readonly label: string
  readonly look: 'primary' | 'plain' | 'danger'
  /** Why the button is disabled; null if it is enabled. */
  readonly isOff: string | null
  /** The question that the user must confirm. */
  readonly question: string
  /** The message after success. */
  readonly done: string
  /** `versions`: the form keeps its unsaved changes. */
  readonly outcome: 'saved' | 'created' | 'deleted' | 'versions'
  /** Creates the request. A function, because the request may contain the current time. */
  readonly request: () => WriteRequest
}

export interface EntryCondition {
  readonly type: ExplorerType
  readonly address: EntryAddress
  /** The label of the entry. */
  readonly title: string
  /** The changed values. */
  readonly data: Readonly<Record<string, unknown>>
  readonly hasChanges: boolean
  readonly isNew: boolean
  /** Whether a new entry is created as a draft. */
  readonly isDraft: boolean
  readonly isPublished: boolean
  /** The id of a loaded document; null for entries. */
  readonly documentId?: string | null
  /** Whether the draft of a document differs from its published version. */
  readonly isModified?: boolean
  /** The locale of a localization that is being created. */
  readonly localizeTo: string | null
}

/** A document gets a locale by an update. */
export const mayLocalize = (
  { actions }: Pick<ExplorerType, 'actions'>,
  { hasVersions = false }: { readonly hasVersions?: boolean | undefined } = {},
): boolean => actions.includes(hasVersions ? 'update' : 'createLocalization')

/** Returns whether the identity may send the form. Creating the entry of a single type is an update. */
export function mayWrite({
  type,
  isNew,
  localizeTo,
  address,
}: Pick<EntryCondition, 'type' | 'isNew' | 'localizeTo' | 'address'>): boolean {
  if (localizeTo !== null) return mayLocalize(type, address)
  return type.actions.includes(isNew && type.kind === 'collectionType' ? 'create' : 'update')
}

/** Returns the actions that the identity may use. The first one sends the form. */
export function entryActions(condition: EntryCondition): readonly EntryAction[] {
  const { type, address, isNew, localizeTo } = condition
  const mayDelete = type.actions.includes('delete') && !isNew && localizeTo === null
  const writing = mayWrite(condition) ? writingActions(condition) : []
  return mayDelete ? [...writing, deletion(address, condition.title)] : writing
}

function writingActions(condition: EntryCondition): readonly EntryAction[] {
  const { type, address, data, isNew, isDraft, localizeTo } = condition
  if (localizeTo !== null) {
    return [creation(`the localization in ${localizeTo}`, () => localizationRequest(address, localizeTo, data))]
  }
  if (!isNew && type.draftAndPublish && address.hasVersions) return [saving(condition), ...versionActions(condition)]
  if (!isNew) return [saving(condition), ...(type.draftAndPublish ? [publication(condition)] : [])]
  if (address.hasVersions) {
    return [creation(`this ${type.displayName}`, () => createRequest(address, data, !isDraft))]
  }
  // The service publishes a new entry unless `publishedAt` is null.
  const values = type.draftAndPublish && isDraft ? { ...data, publishedAt: null } : data
  return [creation(`this ${type.displayName}`, () => createRequest(address, values))]
}

function creation(what: string, request: () => WriteRequest): EntryAction {
  return {
    label: 'Create',
    look: 'primary',
    isOff: null,
    question: `Create ${what}?`,
    done: 'Created',
    outcome: 'created',
    request,
  }
}

function saving({ address, title, data, hasChanges }: EntryCondition): EntryAction {
  return {
    label: 'Save',
    look: 'primary',
    isOff: hasChanges ? null : 'Nothing has changed',
    question: `Save the changes of ${title}?`,
    done: `Saved ${title}`,
    outcome: 'saved',
    request: () => updateRequest(address, data),
  }
}

/** Publishes or unpublishes an entry. The request also contains unsaved changes. */
function publication({ address, title, data, isPublished }: EntryCondition): EntryAction {
  const label = isPublished ? 'Unpublish' : 'Publish'
  return {
    label,
    look: 'plain',
    isOff: null,
    question: `${label} ${title}?`,
    done: `${label}ed ${title}`,
    outcome: 'saved',
    request: () => updateRequest(address, { ...data, publishedAt: isPublished ? null : new Date().toISOString() }),
  }
}

/** Publishes a document with the unsaved changes, unpublishes it, or discards the changes of its draft. */
function versionActions(condition: EntryCondition): readonly EntryAction[] {
  const { address, title, data, isPublished, isModified = false, hasChanges, documentId = null } = condition
  const publish: EntryAction = {
    label: 'Publish',
    look: 'plain',
    isOff: isPublished && !isModified && !hasChanges ? 'The published version is up to date' : null,
    question: `Publish ${title}?`,
    done: `Published ${title}`,
    outcome: 'saved',
    request: () => updateRequest(address, data, true),
  }
  if (!isPublished) return [publish]
  return [
    publish,
    {
      label: 'Unpublish',
      look: 'plain',
      isOff: null,
      question: `Unpublish ${title}? Its draft stays.`,
      done: `Unpublished ${title}`,
      outcome: 'versions',
      request: () => versionsRequest(address, documentId, 'unpublish'),
    },
    {
      label: 'Discard draft',
      look: 'danger',
      isOff: isModified ? null : 'The draft equals the published version',
      question: `Replace the draft of ${title} by the published version? This can’t be undone.`,
      done: `Discarded the draft of ${title}`,
      outcome: 'versions',
      request: () => versionsRequest(address, documentId, 'discardDraft'),
    },
  ]
}

function deletion(address: EntryAddress, title: string): EntryAction {
  return {
    label: 'Delete',
    look: 'danger',
    isOff: null,
    question: `Delete ${title}? This can’t be undone.`,
    done: `Deleted ${title}`,
    outcome: 'deleted',
    request: () => deleteRequest(address),
  }
}
