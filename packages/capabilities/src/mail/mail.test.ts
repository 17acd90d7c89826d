import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationMessage, resetMessage } from './messages.js'
import { smtpProvider, logProvider } from './install.js'

describe('messages', () => {
  it('contain the code, in a link when a page is configured', () => {
    expect(resetMessage('c0de', undefined).text).toContain('c0de')
    expect(resetMessage('c0de', 'https://app.example/reset?lang=en').text).toContain(
      'https://app.example/reset?lang=en&code=c0de',
    )
    expect(confirmationMessage('c0de', 'https://app.example/hello').text).toContain('?confirmation=c0de')
  })
})

it('a template has the variables of Strapi 4, escaped in HTML', () => {
  const template = {
    subject: 'Hi <%= USER.username %>',
    html: '<p>Dear <%= USER.username %></p><a href="<%= URL %>?code=<%= TOKEN %>"><%= OTHER %> <%= USER.password %></a>',
    from: 'Shop <shop@app.example>',
  }
  const user = { id: 1, username: '<b>Al\r\nBcc: x</b>', email: 'a@b.example', password: 'hash' }
  expect(resetMessage('c0de', 'https://app.example/reset', { template, user })).toEqual({
    subject: 'Hi <b>Al  Bcc: x</b>',
    html:
      '<p>Dear &lt;b&gt;Al\r\nBcc: x&lt;/b&gt;</p>' +
      '<a href="https://app.example/reset?code=c0de"><%= OTHER %> <%= USER.password %></a>',
    text: expect.stringContaining('https://app.example/reset?code=c0de'),
    from: 'Shop <shop@app.example>',
  })
  expect(resetMessage('c0de', undefined, { template, user }).subject).toBe('Reset your password')
  expect(confirmationMessage('c0de', undefined, { template: { subject: 'Hi', text: '<%= CODE %>' }, user })).toEqual({
    subject: 'Hi',
    text: 'c0de',
  })
})

it('mails are shown in the log in development', async () => {
  const lines: string[] = []
  await logProvider((text) => lines.push(text)).send({ to: 'a@b.example', subject: 'Hello', text: 'one\ntwo' })
  expect(lines).toEqual(['Mail to a@b.example: Hello\n  one\n  two\n'])
})

describe('over SMTP', () => {
  let server: Server
  const received: string[] = []

  /** The part of RFC 5321 that a server needs to receive a mail. */
  const talk = (socket: Socket) => {
    let mail: string | undefined
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (mail !== undefined) {
          if (line !== '.') mail += `${line}\n`
          else {
            received.push(mail)
            mail = undefined
            socket.write('250 taken\r\n')
          }
        } else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else {
          received.push(line)
          socket.write('250 fine\r\n')
        }
      }
    })
  }

  beforeAll(async () => {
    server = createServer(talk)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it("mails are sent to the server, and an address can't add recipients", async () => {
    const { port } = server.address() as AddressInfo
    const provider = smtpProvider({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'us@app.example' })
    await provider.send({ to: 'a@b.example, c@d.example', subject: 'Hello', text: 'Good day' }).catch(() => undefined)
    await provider.send({ to: 'a@b.example\r\nBcc: c@d.example', subject: 'Hello', text: 'x' }).catch(() => undefined)
    expect(received.filter((line) => /^(RCPT TO:<)?c@d/.test(line))).toEqual([])
    await provider.send({ to: 'a@b.example', subject: 'Hello', text: 'Good day' })
    expect(received).toContain('RCPT TO:<a@b.example>')
    expect(received.at(-1)).toContain('Subject: Hello')
    expect(received.at(-1)).toContain('Good day')
  })
})
