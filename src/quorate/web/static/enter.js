// Exchange the token behind the # for a cookie, and take it out of the address.
const words = document.getElementById("words");
const token = location.hash.slice(1);
history.replaceState(null, "", "/enter");

async function enter() {
  if (!token) {
    words.textContent = "Open the link you were given: the part behind # is missing.";
    return;
  }
  try {
    const response = await fetch("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const body = await response.json();
    if (response.ok) {
      location.replace(body.address);
    } else {
      words.textContent = body.error.words;
    }
  } catch {
    words.textContent = "The server cannot be reached. Trying again …";
    setTimeout(enter, 2000);
  }
}

enter();
