"""The desk of a small library, with the faults that generated environments have, and a door through which tests run any code."""
import os
import random
import secrets
import time
import uuid
from datetime import date, datetime
from typing import List, Optional

from fastapi import BackgroundTasks, FastAPI, HTTPException
from pydantic import BaseModel, ConfigDict
from sqlalchemy import Column, DateTime, Integer, String, create_engine, text
from sqlalchemy.orm import declarative_base, sessionmaker

DATABASE_PATH = os.getenv("DATABASE_PATH", "sqlite:///desk.db")
engine = create_engine(DATABASE_PATH, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(bind=engine, autoflush=False)
Base = declarative_base()


class Book(Base):
    __tablename__ = "books"
    id = Column(Integer, primary_key=True)
    title = Column(String, unique=True, nullable=False)
    added_at = Column(DateTime, default=datetime.utcnow)


class Loan(Base):
    __tablename__ = "loans"
    id = Column(Integer, primary_key=True)
    book_id = Column(Integer, nullable=False)
    kind = Column(String, nullable=False)


class BookOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    title: str
    added_at: Optional[datetime] = None


class BookIn(BaseModel):
    title: str


class LoanIn(BaseModel):
    book_id: int


class ReservationIn(BaseModel):
    book_id: int
    until: Optional[str] = None


class LoanOut(BaseModel):
    id: int
    kind: str


class Code(BaseModel):
    code: str


Base.metadata.create_all(engine)
app = FastAPI(title="Desk")


@app.get("/books", operation_id="list_books", response_model=List[BookOut])
async def list_books():
    session = SessionLocal()
    books = [BookOut.model_validate(book) for book in session.query(Book).order_by(Book.id).all()]
    session.close()
    return books


@app.get("/books/{book_id}", operation_id="get_book", response_model=BookOut)
async def get_book(book_id: int):
    session = SessionLocal()
    book = session.query(Book).filter(Book.id == book_id).first()
    answer = BookOut(id=book.id, title=book.title, added_at=book.added_at)
    session.close()
    return answer


@app.get("/books/newest", operation_id="get_newest_book", response_model=BookOut)
async def get_newest_book():
    session = SessionLocal()
    book = session.query(Book).order_by(Book.id.desc()).first()
    answer = BookOut.model_validate(book)
    session.close()
    return answer


@app.post("/books", operation_id="add_book", response_model=BookOut)
async def add_book(body: BookIn):
    session = SessionLocal()
    book = Book(title=body.title)
    session.add(book)
    session.commit()
    session.refresh(book)
    answer = BookOut.model_validate(book)
    session.close()
    return answer


def lend(book_id, kind):
    session = SessionLocal()
    loan = Loan(book_id=book_id, kind=kind)
    session.add(loan)
    session.commit()
    answer = LoanOut(id=loan.id, kind=loan.kind)
    session.close()
    return answer


@app.post("/loans", operation_id="create_loan", response_model=LoanOut)
async def create_loan(body: LoanIn):
    return lend(body.book_id, "loan")


@app.post("/loans", operation_id="create_reservation", response_model=LoanOut)
async def create_reservation(body: ReservationIn):
    return lend(body.book_id, "reservation")


@app.post("/half", operation_id="half")
async def half(body: BookIn):
    session = SessionLocal()
    session.add(Book(title=body.title))
    session.commit()
    session.add(Book(title=body.title + " again"))
    session.flush()
    raise RuntimeError("the second half never comes")


@app.post("/later", operation_id="later", response_model=BookOut)
async def later(body: BookIn, tasks: BackgroundTasks):
    tasks.add_task(lambda: 1 / 0)
    return await add_book(body)


@app.get("/closed", operation_id="closed")
async def closed():
    session = SessionLocal()
    raise HTTPException(status_code=404, detail="closed for today")


@app.get("/now", operation_id="now")
def now():
    session = SessionLocal()
    sql = "SELECT datetime('now'), CURRENT_TIMESTAMP, date('now', '-1 day'), strftime('%s', 'now'), CURRENT_DATE, datetime(0, 'unixepoch')"
    row = list(session.execute(text(sql)).one())
    session.close()
    return {
        "now": str(datetime.now()), "utcnow": str(datetime.utcnow()), "today": str(date.today()), "time": time.time(),
        "struct": time.strftime("%Y-%m-%d"), "sql": row,
    }


@app.get("/chance", operation_id="chance")
def chance():
    session = SessionLocal()
    row = list(session.execute(text("SELECT random(), hex(randomblob(4))")).one())
    session.close()
    return [str(uuid.uuid4()), str(uuid.uuid1()), random.random(), secrets.token_hex(4), os.urandom(2).hex(), row, os.getpid()]


@app.post("/run", operation_id="run")
async def run(body: Code):
    space = {"result": None, "session": SessionLocal, "engine": engine}
    exec(body.code, space)
    return {"result": space["result"]}
