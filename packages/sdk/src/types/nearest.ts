/**
 * The names of `Known` that `Name` is most likely a misspelling of; `never` if no name is near. The compiler
 * evaluates it only for errors.
 */
type Nearest<Name extends string, Known extends string> = OrElse<
  SameLetters<Name, Known>,
  OrElse<OneLonger<Name, Known>, OrElse<Longer<Name, Known>, OrElse<Containing<Name, Known>, SameStart<Name, Known>>>>
>

type OrElse<Found, Other> = [Found] extends [never] ? Other : Found

/** `Title` for `title`, `publishedat` for `publishedAt`. */
type SameLetters<Name extends string, Known extends string> = Known extends unknown
  ? Lowercase<Known> extends Lowercase<Name>
    ? Known
    : never
  : never

/** `article` for `articles`. */
type OneLonger<Name extends string, Known extends string> = Known extends `${Name}${infer Rest}`
  ? Rest extends `${string}${infer More}`
    ? More extends ''
      ? Known
      : never
    : never
  : never

/** `publish` for `publishedAt`, `names` for `name`. */
type Longer<Name extends string, Known extends string> = Known extends unknown
  ? Lowercase<Known> extends `${Lowercase<Name>}${string}`
    ? Known
    : Lowercase<Name> extends `${Lowercase<Known>}${string}`
      ? Known
      : never
  : never

/** `size` for `pageSize`. Names of one or two letters occur in too many others. */
type Containing<Name extends string, Known extends string> = Name extends `${infer _A}${infer _B}${infer C}${string}`
  ? C extends ''
    ? never
    : Known extends unknown
      ? Lowercase<Known> extends `${string}${Lowercase<Name>}${string}`
        ? Known
        : never
      : never
  : never

/** The names that share the longest start, of at least one letter: `autor` and `author` share `aut`. */
type SameStart<Name extends string, Known extends string, Start extends string = '', Last = never> = [Name] extends [
  `${Start}${infer Letter}${string}`,
]
  ? StartingWith<Name, Known, `${Start}${Letter}`, Last>
  : Last
type StartingWith<Name extends string, Known extends string, Start extends string, Last> = [
  Extract<Known, `${Start}${string}`>,
] extends [never]
  ? Last
  : SameStart<Name, Extract<Known, `${Start}${string}`>, Start, Extract<Known, `${Start}${string}`>>

/** The type of a parameter inferred as `Name`. For an unknown name it is a likely one, which the error shows. */
export type LikelyName<Name extends string, Known extends string> = [Name] extends [Known]
  ? Name
  : OrElse<Nearest<Name, Known>, Known>

/** The message of an error about an unknown name. */
export type UnknownName<Name, Known> = [Nearest<Name & string, Known & string>] extends [never]
  ? `Unknown name ${Name & string}.`
  : `Unknown name ${Name & string}. Did you mean ${Nearest<Name & string, Known & string>}?`

/**
 * Which type replaces an unknown name. `check`: `never`, which rejects every value, even `any`. `explain`:
 * the message for the error.
 */
export type CheckMode = 'check' | 'explain'
export type Rejected<As extends CheckMode, Name, Known> = As extends 'check' ? never : UnknownName<Name, Known>

/**
 * The messages in `Explained` at the paths where `Value` is not assignable to `Checked`. `Checked` and
 * `Explained` are the type of the value after its check in the modes `check` and `explain`. Other paths are
 * skipped, because the type of filters is recursive.
 */
export type Explanation<Value, Checked, Explained> = Explained extends `Unknown name ${string}`
  ? Explained
  : Value extends readonly unknown[]
    ? ExplanationOf<Value, Checked, Explained, number & keyof Value>
    : Value extends object
      ? ExplanationOf<Value, Checked, Explained, keyof Value>
      : never

type ExplanationOf<Value, Checked, Explained, Keys extends keyof Value> = {
  [K in Keys]-?: [Value[K]] extends [Checked[K & keyof Checked]]
    ? never
    : Explanation<Value[K], Checked[K & keyof Checked], Explained[K & keyof Explained]>
}[Keys]
