// Whether this document is younger than the first of two times (milliseconds since the epoch), or its scripts have sent
// for something between them; and each was answered without an error. What it sent while its host was away has failed,
// without an answer; what leaves from the second time on, when its successor came, the network guard sees.

const SENDING = ["fetch", "xmlhttprequest", "beacon"];
const [since, until] = task.map((time) => time - performance.timeOrigin);
const isMeant = ({ startTime, initiatorType }) =>
  startTime >= since && startTime < until && SENDING.includes(initiatorType);
const sent = since < 0 ? performance.getEntriesByType("navigation") : performance.getEntriesByType("resource").filter(isMeant);
const statuses = sent.map((one) => one.responseStatus).filter((status) => status > 0);
return statuses.length > 0 && statuses.every((status) => status < 400);
