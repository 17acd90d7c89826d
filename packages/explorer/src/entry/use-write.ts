import { useRef, useState } from 'react'
import { useExplorer } from '../state/explorer-context.js'
import type { Failure } from '../transport/response.js'
import { failureIn } from '../transport/transport.js'
import type { WriteRequest } from './write-requests.js'

/** A write that the user must confirm. */
export interface PendingWrite {
  readonly title: string
  readonly request: WriteRequest
  readonly confirmLabel: string
  readonly isDanger?: boolean
  /** The message after success. */
  readonly done: string
  readonly onDone: (response: unknown) => void
}

export interface Write {
  readonly pending: PendingWrite | null
  readonly isBusy: boolean
  /** The failure of the last write; null after the next call of `ask`. */
  readonly failure: Failure | null
  /** The write that failed; null without a failure. */
  readonly failed: PendingWrite | null
  readonly ask: (write: PendingWrite) => void
  /** Removes the failure of the last write. */
  readonly forgetFailure: () => void
  readonly cancel: () => void
  readonly confirm: () => void
  /** Removes the last write's issue of a field. Call it when the field is changed. */
  readonly forgetIssue: (name: string) => void
}

/** Sends writes after confirmation, one at a time. */
export function useWrite(): Write {
  const { transport, reloadModel, announce } = useExplorer()
  const [pending, setPending] = useState<PendingWrite | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [failed, setFailed] = useState<PendingWrite | null>(null)
  // A ref, because a second press of the button can come before the state is updated.
  const isSending = useRef(false)
  const send = async (write: PendingWrite) => {
    const { request, done, onDone } = write
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    try {
      const response = await transport.read<unknown>(request)
      announce(done)
      onDone(response)
      reloadModel()
    } catch (error) {
      setFailure(failureIn(error))
      setFailed(write)
    } finally {
      isSending.current = false
      setBusy(false)
      setPending(null)
    }
  }
  return {
    pending,
    isBusy,
    failure,
    failed: failure && failed,
    forgetFailure: () => setFailure(null),
    ask: (write) => {
      setFailure(null)
      setPending(write)
    },
    cancel: () => {
      // A request that was sent can't be cancelled.
      if (!isSending.current) setPending(null)
    },
    confirm: () => {
      if (pending) void send(pending)
    },
    forgetIssue: (name) =>
      setFailure((before) => {
        if (!before?.issues.some(({ path }) => path[0] === name)) return before
        const issues = before.issues.filter(({ path }) => path[0] !== name)
        return issues.length === 0 ? null : { ...before, issues }
      }),
  }
}
