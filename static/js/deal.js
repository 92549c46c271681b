// "Check the deal" (rules section 8): the seal from the seed, every shuffle anew, every card.
// The server sends what each player took and laid down; nothing else is taken on trust.

const details = document.getElementById("deal");
const button = details?.querySelector("[data-check-deal]");
const said = document.getElementById("deal-said");
const list = document.getElementById("deal-shuffles");

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
const sha256 = (bytes) => crypto.subtle.digest("SHA-256", bytes);

// Rule 8.2: the words of SHA-256(seed, label, 0), SHA-256(seed, label, 1), …
function stream(seed, label) {
  const stem = [...seed, ...new TextEncoder().encode(label)];
  let words = [];
  let block = 0;
  return async () => {
    if (words.length === 0) {
      const number = new Uint8Array(4);
      new DataView(number.buffer).setUint32(0, block);
      const hash = new DataView(await sha256(Uint8Array.from([...stem, ...number])));
      words = Array.from({ length: 8 }, (_, index) => hash.getUint32(index * 4));
      block += 1;
    }
    return words.shift();
  };
}

// Rules 8.3 and 8.4.
async function shuffled(cards, seed, label) {
  const pack = [...cards].sort((a, b) => a - b);
  const next = stream(seed, label);
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const below = last + 1;
    const fair = Math.floor(2 ** 32 / below) * below;
    let word = await next();
    while (word >= fair) word = await next();
    const chosen = word % below;
    [pack[last], pack[chosen]] = [pack[chosen], pack[last]];
  }
  return pack;
}

async function player(seed, side, moves, note) {
  const deck = [1, 2, 3, 4].flatMap((card) => Array(9).fill(card));
  let pile = await shuffled(deck, seed, `${side}/0`);
  let discard = [];
  let cards = 0;
  let shuffles = 1;
  note(`${side}/0`, pile);
  for (const [kind, named] of moves) {
    if (kind === "lay") {
      discard.push(...named);
      continue;
    }
    const taken = [];
    for (let n = 0; n < named.length; n += 1) {
      if (pile.length === 0) {
        const label = `${side}/${shuffles}`;
        pile = await shuffled(discard, seed, label);
        discard = [];
        shuffles += 1;
        note(label, pile);
      }
      taken.push(pile.shift());
    }
    const same = (a, b) => a.sort().join() === b.sort().join();
    if (!same(taken, [...named])) return null;
    cards += named.length;
  }
  return { shuffles, cards };
}

async function check() {
  const { seed, commitment, moves } = JSON.parse(details.dataset.deal);
  const bytes = bytesOf(seed);
  list.replaceChildren();
  if (hexOf(await sha256(bytes)) !== commitment) return said.dataset.seal;
  const note = (label, pile) => {
    const item = document.createElement("li");
    const code = document.createElement("code");
    code.textContent = `${label}: ${pile.join(" ")}`;
    item.append(code);
    list.append(item);
  };
  const sum = { shuffles: 0, cards: 0 };
  for (const [side, mine] of Object.entries(moves)) {
    const found = await player(bytes, side, mine, note);
    if (!found) return said.dataset.bad.replace("{side}", side);
    sum.shuffles += found.shuffles;
    sum.cards += found.cards;
  }
  return said.dataset.good.replace("{shuffles}", sum.shuffles).replace("{cards}", sum.cards);
}

// Web Crypto is there on https and on this machine itself only.
if (button && window.crypto?.subtle) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = "";
    said.textContent = await check();
    document.dispatchEvent(new CustomEvent("aton:say", { detail: said.textContent }));
    said.className = said.textContent === said.dataset.bad || said.textContent === said.dataset.seal ? "down" : "up";
    button.disabled = false;
  });
}
