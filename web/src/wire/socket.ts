/** A match's socket: it comes back by itself, with `since`, so that nothing is missed. */
import type { Command, Message } from './schema'

export type Link = 'connecting' | 'live' | 'lost' | 'closed'

const FIRST_WAIT = 150
/** Short: whoever comes again while a server starts is let in as soon as it listens. */
const LONGEST_WAIT = 500
const PING = 20_000

export class Socket {
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer = 0
  private pinger = 0
  private heard = 0
  private done = false

  constructor(
    private readonly address: () => string,
    private readonly hear: (message: Message) => void,
    private readonly status: (link: Link) => void,
  ) {
    addEventListener('online', this.now)
    document.addEventListener('visibilitychange', this.now)
    this.open()
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command))
  }

  close(): void {
    this.done = true
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    removeEventListener('online', this.now)
    document.removeEventListener('visibilitychange', this.now)
    this.socket?.close()
    this.status('closed')
  }

  private readonly now = (): void => {
    if (this.done || document.hidden || this.socket) return
    clearTimeout(this.timer)
    this.open()
  }

  private open(): void {
    const url = new URL(this.address(), location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url)
    this.socket = socket
    socket.onopen = () => {
      this.heard = Date.now()
      clearInterval(this.pinger)
      this.pinger = window.setInterval(() => {
        if (Date.now() - this.heard > 2.5 * PING) socket.close()
        else this.send({ type: 'ping' })
      }, PING)
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.heard = Date.now()
      const message = JSON.parse(event.data) as Message
      if (message.type === 'welcome') {
        this.wait = FIRST_WAIT
        this.status('live')
      }
      this.hear(message)
    }
    socket.onclose = () => {
      clearInterval(this.pinger)
      if (this.socket === socket) this.socket = null
      if (this.done) return
      this.status('lost')
      this.timer = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2))
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7)
    }
  }
}
