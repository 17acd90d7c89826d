/** The maximum characters of a logged string. Replacing secrets in a megabyte would take seconds. */
export const longestText = 8_192

/** The longest secret without spaces, such as a JWT with many claims. */
const longestSecret = 2_048

const space = /\s/

/**
 * Returns the beginning of a long text. It ends before a word, because the beginning of a secret may not look
 * like one.
 */
export function cutText(text: string, longest = longestText): string {
  if (text.length <= longest) return text
  let end = longest
  const shortest = Math.max(longest - longestSecret, 0)
  while (end > shortest && !space.test(text[end - 1] as string)) end--
  return `${text.slice(0, end)}… [${text.length - end} more characters]`
}

/** Returns the stack of an error with a short message. The frames stay, which come after the message. */
export function cutStack(stack: string, message: string): string {
  const at = message.length <= longestText ? -1 : stack.indexOf(message)
  if (at === -1) return cutText(stack)
  return stack.slice(0, at) + cutText(message) + cutText(stack.slice(at + message.length))
}
