import { useRef, useState } from 'react'
import { useExplorer } from '../state/explorer-context.js'
import type { Failure } from '../transport/answer.js'
import { failureIn } from '../transport/transport.js'
import type { WriteRequest } from './write-requests.js'

/** A write that waits for a yes. */
export interface PendingWrite {
  readonly title: string
  readonly request: WriteRequest
  readonly confirmLabel: string
  readonly isDanger?: boolean
  /** Said when it is done. */
  readonly done: string
  readonly onDone: (response: unknown) => void
}

export interface Write {
  readonly pending: PendingWrite | null
  readonly isBusy: boolean
  /** Of the last write; null once another is asked for. */
  readonly failure: Failure | null
  readonly ask: (write: PendingWrite) => void
  readonly cancel: () => void
  readonly confirm: () => void
  /** Drops what the last write found wrong with a field, once that is changed. */
  readonly forgetIssue: (name: string) => void
}

/** Writes after a question, one at a time. */
export function useWrite(): Write {
  const { transport, reloadModel, announce } = useExplorer()
  const [pending, setPending] = useState<PendingWrite | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second press of the button arrives before the state does.
  const isSending = useRef(false)
  const send = async ({ request, done, onDone }: PendingWrite) => {
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
    ask: (write) => {
      setFailure(null)
      setPending(write)
    },
    cancel: () => {
      // What has been sent can't be taken back.
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
