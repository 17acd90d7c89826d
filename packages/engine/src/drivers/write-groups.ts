import { LRUCache } from 'lru-cache'
import type { Batch, Queue, QueueWait } from '../concurrency/queue.js'
import type { SqlTransaction } from './sql-transaction.js'

/** The largest number of writes in one commit. */
const largestGroup = 32
/** Milliseconds after which a group accepts no further write, since other processes wait for the file. */
const longestGroup = 20
/** Milliseconds during which a client whose write rolled back a group doesn't share transactions. */
const penalty = 1_000

/** The part of a transaction by which a group knows how its work went. */
type Transaction = Pick<SqlTransaction, 'changed' | 'failed' | 'over'>
type Work<Result, Writing> = (transaction: Writing) => Promise<Result>

/** The operations that a group needs from the database. */
export interface GroupHost<Writing> {
  readonly queue: Queue
  begin(): Promise<OpenGroup<Writing>>
  /** Runs one write in a transaction of its own. */
  transact<Result>(work: Work<Result, Writing>): Promise<Result>
}

/** A transaction that several writes share. */
export interface OpenGroup<Writing> {
  /** Returns the transaction object for the next write. */
  member(): Writing
  commit(): Promise<unknown>
  /** Never rejects. */
  rollback(): Promise<void>
}

interface Member<Writing> {
  readonly client: string | undefined
  readonly work: Work<unknown, Writing>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Reports to a member how its write ended. */
type Outcome = (member: Pick<Member<never>, 'resolve' | 'reject'>) => void

/**
 * Commits writes in groups. Writes that wait while a transaction is open join it one after the other. The
 * group is committed once, and then all its writes are acknowledged. A group has no savepoints, because they
 * would cost the time that the shared commit saves. When a member fails after it changed something, or one of
 * its statements fails, the group is rolled back and each member runs in a transaction of its own.
 */
export class WriteGroups<Writing extends Transaction> {
  readonly #batch: Batch<Member<Writing>> = { lead: (first, next) => this.#lead(first, next) }
  readonly #solitary = new LRUCache<string, true>({ max: 1_000, ttl: penalty })

  constructor(readonly host: GroupHost<Writing>) {}

  async write<Result>(
    work: Work<Result, Writing>,
    wait: QueueWait & { readonly client?: string | undefined },
  ): Promise<Result> {
    const { client } = wait
    const { queue } = this.host
    if (client !== undefined && this.#solitary.has(client)) return queue.run(() => this.host.transact(work), wait)
    return new Promise<Result>((resolve, reject) => {
      const member: Member<Writing> = { client, work, resolve: resolve as (result: unknown) => void, reject }
      // `runBatch` rejects if the member never starts.
      queue.runBatch(member, this.#batch, wait).catch(reject)
    })
  }

  /** Runs a group. Never rejects: errors are passed to the members. */
  async #lead(first: Member<Writing>, next: () => Member<Writing> | undefined): Promise<void> {
    const members = [first]
    try {
      const outcomes = await this.#runTogether(members, next)
      if (outcomes) return members.forEach((member, index) => outcomes[index]?.(member))
    } catch (error) {
      // The transaction didn't begin or its commit failed, so nothing was saved.
      return members.forEach(({ reject }) => reject(error))
    }
    for (const { work, resolve, reject } of members) await this.host.transact(work).then(resolve, reject)
  }

  /**
   * Runs the first member and those that join, which it adds to `members`.
   *
   * @returns null when the group was rolled back because of a member
   */
  async #runTogether(
    members: Member<Writing>[],
    next: () => Member<Writing> | undefined,
  ): Promise<readonly Outcome[] | null> {
    const group = await this.host.begin()
    const until = performance.now() + longestGroup
    const outcomes: Outcome[] = []
    try {
      for (let member = members[0]; member; ) {
        const outcome = await this.#run(member, group.member())
        if (!outcome) {
          if (member.client !== undefined && members.length > 1) this.#solitary.set(member.client, true)
          await group.rollback()
          return null
        }
        outcomes.push(outcome)
        member = members.length < largestGroup && performance.now() < until ? next() : undefined
        if (member) members.push(member)
      }
      await group.commit()
      return outcomes
    } catch (error) {
      await group.rollback()
      throw error
    }
  }

  /**
   * Runs one member.
   *
   * @returns null if the group must be rolled back: the member failed after changing data, or one of its
   * statements failed
   */
  async #run({ work }: Member<Writing>, transaction: Writing): Promise<Outcome | null> {
    try {
      const result = await work(transaction)
      return transaction.failed ? null : ({ resolve }) => resolve(result)
    } catch (error) {
      // The member changed nothing, for example because its body was invalid, so the other members can
      // continue. The error may be based on uncommitted data of earlier members. It is reported after their
      // commit.
      return transaction.failed || transaction.changed ? null : ({ reject }) => reject(error)
    } finally {
      transaction.over = true
    }
  }
}
