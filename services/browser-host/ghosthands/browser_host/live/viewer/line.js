// The connection to the live view: it comes back by itself, and as the same viewer, with the token it was last given.
const SILENCE_MS = 15000;
const OVER = { 4001: "The session is over", 4002: "The live view was turned off", 4003: "You are signed out" };

export class Line {
  constructor(hears) {
    this.hears = hears;
    this.base = new URL(".", location.href);
    this.failures = 0;
    this.connect();
  }

  // The address of a WebSocket of ours.
  address(name) {
    const address = new URL(name, this.base);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    return address.href;
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.address("socket")));
    socket.binaryType = "blob";
    let silent;
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(() => socket.close(), SILENCE_MS);
    };
    socket.addEventListener("open", () => {
      this.failures = 0;
      this.hears.connected();
      heard();
    });
    socket.addEventListener("message", (event) => {
      heard();
      if (event.data instanceof Blob) this.hears.frame(event.data);
      else this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(silent);
      if (OVER[event.code]) this.hears.over(OVER[event.code]);
      else this.again();
    });
  }

  hear(said) {
    if (said.type !== "renewed") return this.hears[said.type](said);
    this.base = new URL(`../${said.token}/`, this.base);
    history.replaceState(null, "", this.base);
  }

  again() {
    this.hears.lost();
    this.failures += 1;
    setTimeout(() => this.connect(), Math.min(250 * 2 ** this.failures, 5000));
  }
}
